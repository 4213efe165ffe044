"""It tells the tracker process of multiprocessing, through an inherited pipe, to unlink /dev/shm/grader-hostile-marker-shm at the end.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import multiprocessing.resource_tracker
import os

_lines = b""
for _kind in (b"shared_memory", b"semaphore"):
    _lines += b"REGISTER:/grader-hostile-marker-shm:" + _kind + b"\n"
try:
    _fd = multiprocessing.resource_tracker._resource_tracker._fd
    if _fd is not None:
        os.write(_fd, _lines)
except OSError:
    pass
