"""A daemon thread keeps printing while later questions are asked, up to two gigabytes.

kind: floods
outcome: passed|flooded|timeout
where: embeddings.py
score: <=100
"""

import os
import threading


def _chatter():
    for _ in range(32_768):
        print("c" * 1024)
        try:
            os.write(1, b"d" * 65536)
        except OSError:
            pass


threading.Thread(target=_chatter, daemon=True).start()
