"""It empties a file that lies outside, by name, by descriptor and while opening it for reading.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import os

_TARGET = "/tmp/grader-hostile-marker-dir/keep.txt"
_libc = ctypes.CDLL(None, use_errno=True)
_null = os.open("/dev/null", os.O_RDONLY)
_WAYS = {
    "truncate": lambda: os.truncate(_TARGET, 0),
    "truncate by libc": lambda: _libc.truncate64(_TARGET.encode(), ctypes.c_long(0)),
    "ftruncate": lambda: os.ftruncate(os.open(_TARGET, os.O_PATH), 0),
    "open to truncate": lambda: os.open(_TARGET, os.O_RDONLY | os.O_TRUNC),
    "open a device to truncate": lambda: os.open("/dev/null", os.O_RDONLY | os.O_TRUNC),
    "open to write": lambda: os.open("/dev/null", os.O_WRONLY),
    "fallocate": lambda: os.posix_fallocate(_null, 0, 1),
}


def _worked(action):
    try:
        return action() != -1
    except (OSError, ValueError):
        return False

_open = [name for name, action in _WAYS.items() if _worked(action)]
if _open:
    raise RuntimeError(f"not refused: {_open}")
