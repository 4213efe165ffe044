"""It looks for inherited descriptors of regular files, folders and memory; it fails on purpose if one reveals a file outside the libraries.

kind: steals
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import stat

_taken = []
for _fd in range(0, 1024):
    try:
        _mode = os.fstat(_fd).st_mode
    except OSError:
        continue
    if stat.S_ISREG(_mode) and os.fstat(_fd).st_size:
        try:
            _taken.append((_fd, os.pread(_fd, 40, 0)))
        except OSError:
            pass
    if stat.S_ISDIR(_mode):
        try:
            _taken.append((_fd, os.listdir(_fd)))
        except OSError:
            pass
if _taken:
    raise RuntimeError(f"readable descriptors: {_taken}")
