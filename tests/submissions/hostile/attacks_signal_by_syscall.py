"""It signals its parent through tkill, tgkill, rt_sigqueueinfo and rt_tgsigqueueinfo by number; it fails on purpose if one works.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import os
import platform
import signal

_libc = ctypes.CDLL(None, use_errno=True)
_NUMBERS = {"x86_64": (200, 234, 129, 297), "aarch64": (130, 131, 138, 240)}
_parent = os.getppid()
_info = (ctypes.c_int * 32)(signal.SIGURG, 0, -1, 0, os.getpid(), os.getuid())
if platform.machine() in _NUMBERS:
    _tkill, _tgkill, _queue, _tg_queue = _NUMBERS[platform.machine()]
    for _call in (
        (_tkill, _parent, signal.SIGURG),
        (_tgkill, _parent, _parent, signal.SIGURG),
        (_queue, _parent, signal.SIGURG, _info),
        (_tg_queue, _parent, _parent, signal.SIGURG, _info),
    ):
        if _libc.syscall(*_call) == 0:
            raise RuntimeError(f"system call {_call[0]} was not refused")
