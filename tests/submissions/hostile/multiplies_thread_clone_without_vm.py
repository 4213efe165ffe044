"""It asks clone for something between a thread and a process: thread flags missing one by one.

kind: multiplies
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import os
import platform

_VM, _FS, _FILES, _SIGHAND, _THREAD = 0x100, 0x200, 0x400, 0x800, 0x10000
_number = {"x86_64": 56, "aarch64": 220}.get(platform.machine())
_libc = ctypes.CDLL(None, use_errno=True)
for _flags in (_FS | _FILES, _FS, _FILES | 17, 0x8000 | 17, 0x20000000 | 17, 0x10000000 | 17):
    _pid = _libc.syscall(_number, _flags, 0, 0, 0, 0) if _number else -1
    if _pid == 0:
        os._exit(0)
    if _pid > 0:
        raise RuntimeError(f"clone with flags {_flags:#x} was not refused")
