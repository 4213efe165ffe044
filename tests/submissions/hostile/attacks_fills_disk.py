"""It fills /tmp, /dev/shm and the working directory with a quarter of a gigabyte each; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import os

_filled = []
for _folder in ("/tmp", "/dev/shm", "."):
    _path = os.path.join(_folder, "grader-hostile-marker-fill")
    try:
        with open(_path, "wb") as _file:
            for _ in range(256):
                _file.write(b"x" * (1 << 20))
        _filled.append(_folder)
    except OSError:
        pass
if _filled:
    raise RuntimeError(f"filled: {_filled}")
