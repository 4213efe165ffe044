"""It looks for the files of other students next to its own and up the tree; it fails on purpose if it can read one.

kind: steals
outcome: passed
where: embeddings.py
score: ==100
"""

import glob
import os

_here = os.path.dirname(os.path.abspath(globals().get("__file__", ".")))
_taken = []
for _pattern in ("../*/*.py", "../../*/*/*.py", "../../*/*/embeddings.py", "/tmp/*/*/embeddings.py"):
    for _path in glob.glob(os.path.join(_here, _pattern)) + glob.glob(_pattern):
        try:
            with open(_path, encoding="utf-8") as _file:
                _taken.append((_path, _file.read(40)))
        except BaseException:
            pass
if _taken:
    raise RuntimeError(f"read {_taken[:3]}")
