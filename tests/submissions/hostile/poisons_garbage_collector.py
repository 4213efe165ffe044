"""A right file that switches the garbage collector off, freezes it and makes cycles.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

import gc

gc.set_threshold(1, 1, 1)
gc.freeze()
gc.disable()
_cycle = []
_cycle.append(_cycle)
