"""It calls io_uring, bpf, perf, userfaultfd, keyrings and handles by number; it fails on purpose if one works.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import platform

_libc = ctypes.CDLL(None, use_errno=True)
_room = ctypes.create_string_buffer(4096)
_NUMBERS = {
    "x86_64": {"add_key": 248, "keyctl": 250, "perf": 298, "bpf": 321, "userfaultfd": 323},
    "aarch64": {"add_key": 217, "keyctl": 219, "perf": 241, "bpf": 280, "userfaultfd": 282},
}.get(platform.machine(), {})
_ARGUMENTS = {
    "io_uring": (425, 4, _room),
    "add_key": (_NUMBERS.get("add_key", -1), b"user", b"grader-hostile-marker", b"x", 1, -3),
    "keyctl": (_NUMBERS.get("keyctl", -1), 0, -3, 1),
    "perf": (_NUMBERS.get("perf", -1), _room, 0, -1, -1, 0),
    "bpf": (_NUMBERS.get("bpf", -1), 0, _room, 48),
    "userfaultfd": (_NUMBERS.get("userfaultfd", -1), 0),
}
_open = [name for name, arguments in _ARGUMENTS.items() if _libc.syscall(*arguments) >= 0]
if _open:
    raise RuntimeError(f"not refused: {_open}")
