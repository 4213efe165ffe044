"""It plants files next to torch, numpy, the standard library and the grader; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import sys

_planted = []
for _name in ("torch", "numpy", "os", "json", "grader", "grader.candidate.worker"):
    _path = getattr(sys.modules.get(_name), "__file__", None)
    if _path:
        try:
            with open(os.path.join(os.path.dirname(_path), "grader-hostile-marker.txt"), "w") as _file:
                _file.write("here")
            _planted.append(_name)
        except OSError:
            pass
if _planted:
    raise RuntimeError(f"planted: {_planted}")
