"""Right work, but a daemon thread crashes the process a little later, perhaps between two questions.

kind: crashes
outcome: crashed|passed
where: embeddings.py
score: <=100
varies: its thread strikes a moment later, in whatever test runs then
"""

import ctypes
import threading
import time


def _crash():
    time.sleep(0.1)
    ctypes.string_at(0)


threading.Thread(target=_crash, daemon=True).start()
