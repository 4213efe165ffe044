"""It installs a tracer and a profiler that raise inside every function of the grader.

kind: poisons_state
outcome: failed|raised|exited|passed|protocol|import_error
where: embeddings.py
score: <=100
"""

import sys
import threading


def _meddle(frame, event, argument):
    if "grader" in frame.f_globals.get("__name__", ""):
        raise RuntimeError("traced")
    return _meddle


threading.settrace(_meddle)
threading.setprofile(_meddle)
sys.settrace(_meddle)
sys.setprofile(_meddle)
