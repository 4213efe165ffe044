"""It writes marker files into /tmp, /dev/shm, the home and the working directory; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import pathlib
import tempfile

_written = []
for _folder in ("/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~"), ".", "..", "/", "/run"):
    try:
        pathlib.Path(_folder, "grader-hostile-marker-file").write_text("here", encoding="utf-8")
        _written.append(_folder)
    except OSError:
        pass
try:
    tempfile.mkdtemp(prefix="grader-hostile-marker-")
    _written.append("tempfile")
except OSError:
    pass
if _written:
    raise RuntimeError(f"written: {_written}")
