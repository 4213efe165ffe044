"""It sets bits that the kernel ignores in commands that are refused: its own death signal, owners, leases, forks.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import os
import platform

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_NUMBERS = {
    "x86_64": {"prctl": 157, "fcntl": 72, "ioctl": 16, "madvise": 28, "clone": 56, "kill": 62},
    "aarch64": {"prctl": 167, "fcntl": 25, "ioctl": 29, "madvise": 233, "clone": 220, "kill": 129},
}.get(platform.machine(), {})
_reader, _writer = os.pipe()
_one = ctypes.c_int(0)
_CALLS = [
    ("prctl", 1, 0),  # no signal at the end of its server
    ("prctl", 22, 1),
    ("prctl", 4, 0),
    ("fcntl", _reader, 8, 0),
    ("fcntl", _reader, 10, 23),
    ("fcntl", _reader, 1024, 0),
    ("fcntl", _reader, 1031, 65536),
    ("ioctl", _reader, 0x8901, ctypes.addressof(_one)),
    ("ioctl", _reader, 0x5452, ctypes.addressof(_one)),
    ("madvise", 0, 0, 12),
    ("madvise", 0, 0, 21),
    ("kill", os.getppid(), 0),
    ("kill", 0, 0),
    ("clone", 17, 0, 0, 0, 0),
]
_open = []
for _name, *_arguments in _CALLS:
    for _place in range(len(_arguments)):
        _words = [ctypes.c_ulong(word) for word in _arguments]
        _words[_place].value |= (1 << 32) | (1 << 63)
        if _name == "clone" or _place < 2 or _name == "madvise":
            _result = _libc.syscall(_NUMBERS.get(_name, -1), *_words)
            if _name == "clone" and _result == 0:
                os._exit(0)
            # A bad address or descriptor would mean that the kernel has looked at the command.
            if _result != -1 or ctypes.get_errno() not in (1, 38):
                _open.append((_name, *_arguments))
os.close(_reader)
os.close(_writer)
if _open:
    raise RuntimeError(f"not refused: {_open}")
