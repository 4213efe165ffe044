"""Right work, but every inherited descriptor is switched to non-blocking, with tiny pipe buffers.

kind: forges
outcome: passed|protocol|exited|failed|raised|crashed|import_error|flooded
where: embeddings.py
score: <=100
"""

import fcntl
import os

for _fd in range(0, 1025):
    try:
        os.set_blocking(_fd, False)
        fcntl.fcntl(_fd, 1031, 4096)  # F_SETPIPE_SZ
    except OSError:
        pass
