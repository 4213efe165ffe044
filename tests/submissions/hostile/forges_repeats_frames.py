"""Right work, but each frame that leaves through os.write or a socket is sent twice.

kind: forges
outcome: passed|protocol|failed|exited|flooded
where: embeddings.py
score: <=100
"""

import os

_right_write = os.write


def _twice(fd, data):
    if fd > 2:
        _right_write(fd, data)
    return _right_write(fd, data)


os.write = _twice
