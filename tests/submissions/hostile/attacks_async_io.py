"""It asks the kernel to work on its behalf: by queues of requests, rings, and timers.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import platform

_libc = ctypes.CDLL(None, use_errno=True)
_room = ctypes.create_string_buffer(256)
_NUMBERS = {
    "x86_64": {"io_setup": 206, "timer_create": 222, "signalfd": 282, "splice": 275, "tee": 276},
    "aarch64": {"io_setup": 0, "timer_create": 107, "signalfd": 74, "splice": 76, "tee": 77},
}.get(platform.machine(), {})
_WAYS = {
    "io_setup": lambda: _libc.syscall(_NUMBERS["io_setup"], 8, _room),
    "io_uring": lambda: _libc.syscall(425, 4, _room),
    "timer_create": lambda: _libc.syscall(_NUMBERS["timer_create"], 0, None, _room),
    "signalfd": lambda: _libc.signalfd(-1, _room, 0),
    "epoll": lambda: _libc.epoll_create1(0),
    "timerfd": lambda: _libc.timerfd_create(1, 0),
    "memfd": lambda: _libc.memfd_create(b"x", 0),
    "syncfs": lambda: _libc.syncfs(0),
    "mlockall": lambda: _libc.mlockall(3),
}


def _worked(action):
    try:
        return action() != -1
    except (OSError, ValueError):
        return False

_open = [name for name, action in _WAYS.items() if _worked(action)]
if _open:
    raise RuntimeError(f"not refused: {_open}")
