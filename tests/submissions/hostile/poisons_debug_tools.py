"""A right file that switches on tracemalloc, faulthandler and a tracer for every line, as a debugger does.

kind: poisons_state
outcome: passed|timeout
where: embeddings.py
score: <=100
"""

import faulthandler
import sys
import tracemalloc

tracemalloc.start(25)
try:
    faulthandler.enable()
except (OSError, RuntimeError, ValueError, AttributeError):
    pass
_lines = [0]


def _trace(frame, event, argument):
    _lines[0] += 1
    return _trace


sys.settrace(_trace)
