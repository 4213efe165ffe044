"""It takes a lease or a lock on a file of Python's library, so that whoever opens that file next waits for it.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import fcntl
import os

_file = open(os.__file__, "rb")
_WAYS = {
    "read lease": lambda: fcntl.fcntl(_file, fcntl.F_SETLEASE, fcntl.F_RDLCK),
    "write lease": lambda: fcntl.fcntl(_file, fcntl.F_SETLEASE, fcntl.F_WRLCK),
    "flock": lambda: fcntl.flock(_file, fcntl.LOCK_EX | fcntl.LOCK_NB),
    "record lock": lambda: fcntl.lockf(_file, fcntl.LOCK_SH | fcntl.LOCK_NB),
    "description lock": lambda: fcntl.fcntl(_file, 37, bytes(32)),
}


def _worked(action):
    try:
        return action() != -1
    except (OSError, ValueError):
        return False

_open = [name for name, action in _WAYS.items() if _worked(action)]
if _open:
    raise RuntimeError(f"not refused: {_open}")
