"""It attaches to its parent as a debugger and copies its memory; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)
_parent = os.getppid()
if _libc.ptrace(16, _parent, 0, 0) == 0:  # PTRACE_ATTACH
    _libc.ptrace(17, _parent, 0, 0)
    raise RuntimeError("attached to the parent")
if _libc.ptrace(0x4206, _parent, 0, 0) == 0:  # PTRACE_SEIZE
    _libc.ptrace(17, _parent, 0, 0)
    raise RuntimeError("seized the parent")
_here = ctypes.create_string_buffer(64)
_local = (ctypes.c_void_p * 2)(ctypes.addressof(_here), 64)
_remote = (ctypes.c_void_p * 2)(ctypes.addressof(_here), 64)
for _copy in (_libc.process_vm_readv, _libc.process_vm_writev):
    if _copy(_parent, _local, 1, _remote, 1, 0) > 0:
        raise RuntimeError("reached the memory of the parent")
