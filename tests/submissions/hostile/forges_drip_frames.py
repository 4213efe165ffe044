"""It sends an endless frame one byte a second, so that a deadline per read never strikes.

kind: forges
outcome: timeout|protocol|exited|failed|raised|flooded
where: wavelengths
score: <=97
"""

import os
import select
import time


def wavelengths(d_model, base=10000.0):
    fds = []
    for fd in range(3, 64):
        try:
            if select.select([], [fd], [], 0)[1]:
                os.write(fd, b"\x00\x10\x00\x00")
                fds.append(fd)
        except (OSError, ValueError):
            continue
    for _ in range(600):
        time.sleep(1)
        for fd in fds:
            os.write(fd, b"\x01")
