"""It calls clone, clone3, fork and vfork by their system call numbers; it fails on purpose if a child is born.

kind: multiplies
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import os
import platform
import signal

_libc = ctypes.CDLL(None, use_errno=True)
_clone_args = (ctypes.c_uint64 * 11)()
_clone_args[4] = signal.SIGCHLD  # exit_signal
_CALLS = {
    "x86_64": [(56, signal.SIGCHLD, 0, 0, 0, 0), (57,), (58,), (435, _clone_args, 88)],
    "aarch64": [(220, signal.SIGCHLD, 0, 0, 0, 0), (435, _clone_args, 88)],
}
for _arguments in _CALLS.get(platform.machine(), []):
    _pid = _libc.syscall(*_arguments)
    if _pid == 0:
        os._exit(0)
    if _pid > 0:
        raise RuntimeError(f"system call {_arguments[0]} was not refused")
