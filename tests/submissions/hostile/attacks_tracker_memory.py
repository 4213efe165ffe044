"""It sends the tracker process of multiprocessing a line of sixty-four megabytes without an end, then an unknown command.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import multiprocessing.resource_tracker
import os

try:
    _fd = multiprocessing.resource_tracker._resource_tracker._fd
    for _ in range(64 if _fd is not None else 0):
        os.write(_fd, b"x" * (1 << 20))
    if _fd is not None:
        os.write(_fd, b"\nHOSTILE:/grader-hostile-marker-shm:shared_memory\n")
except OSError:
    pass
