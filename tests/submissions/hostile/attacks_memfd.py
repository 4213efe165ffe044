"""It makes files in memory with memfd_create and memfd_secret; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import os

try:
    os.close(os.memfd_create("grader-hostile"))
except OSError:
    pass
else:
    raise RuntimeError("memfd_create was not refused")
if ctypes.CDLL(None, use_errno=True).syscall(447, 0) >= 0:
    raise RuntimeError("memfd_secret was not refused")
