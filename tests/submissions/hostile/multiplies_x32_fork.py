"""It calls fork through the x32 table of system calls, which a filter on numbers alone overlooks.

kind: multiplies
outcome: passed|crashed|import_error
where: embeddings.py
score: <=100
"""

import ctypes
import os
import platform

if platform.machine() == "x86_64":
    _pid = ctypes.CDLL(None, use_errno=True).syscall(0x40000000 | 57)
    if _pid == 0:
        os._exit(0)
    if _pid > 0:
        with open("/tmp/grader-hostile-marker-x32", "w", encoding="utf-8"):
            raise RuntimeError("the fork was not refused")
