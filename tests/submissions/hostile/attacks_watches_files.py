"""It watches what others do with files and folders.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import fcntl
import json
import os

_libc = ctypes.CDLL(None, use_errno=True)
_folder = os.open(os.path.dirname(json.__file__), os.O_RDONLY)
_WAYS = {
    "inotify": lambda: _libc.inotify_init(),
    "inotify by flags": lambda: _libc.inotify_init1(0),
    "fanotify": lambda: _libc.fanotify_init(0, 0),
    "notify": lambda: fcntl.fcntl(_folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS),
}


def _worked(action):
    try:
        return action() != -1
    except (OSError, ValueError):
        return False

_open = [name for name, action in _WAYS.items() if _worked(action)]
if _open:
    raise RuntimeError(f"not refused: {_open}")
