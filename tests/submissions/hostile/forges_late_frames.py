"""A daemon thread keeps writing half frames to every descriptor while later questions are asked.

kind: forges
outcome: protocol|passed|exited|failed|timeout|flooded
where: embeddings.py
score: <=100
varies: its thread writes a moment later, in whatever test runs then
"""

import os
import select
import threading
import time


def _whisper():
    for _ in range(2000):
        time.sleep(0.005)
        for fd in range(3, 64):
            try:
                if select.select([], [fd], [], 0)[1]:
                    os.write(fd, b"\x00\x00\x00\x05\x93\x01")
            except (OSError, ValueError):
                continue


threading.Thread(target=_whisper, daemon=True).start()
