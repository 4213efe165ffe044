"""A daemon thread ends the process a moment after the import has succeeded.

kind: leaves_at_import
outcome: exited|passed
where: embeddings.py
score: <=100
varies: its thread leaves a moment later, in whatever test runs then
"""

import os
import threading
import time


def _leave():
    time.sleep(0.15)
    os._exit(0)


threading.Thread(target=_leave, daemon=True).start()
