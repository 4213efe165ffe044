"""It registers a garbage collection callback that ends the process at some later time.

kind: poisons_state
outcome: passed|exited
where: embeddings.py
score: <=100
varies: the question that the 41st collection falls into
"""

import gc
import os

_turns = []


def _end(phase, info):
    _turns.append(phase)
    if len(_turns) > 40:
        os._exit(0)


gc.callbacks.append(_end)
gc.set_threshold(100, 2, 2)
