"""It starts threads with the smallest stacks until it may not, and fails on purpose if there are thousands.

kind: explodes
outcome: passed
where: embeddings.py
score: ==100
"""

import threading

_done = threading.Event()
_started = 0
threading.stack_size(32768)
try:
    while _started < 12_000:
        threading.Thread(target=_done.wait, daemon=True).start()
        _started += 1
except (RuntimeError, MemoryError):
    pass
_done.set()
threading.stack_size(0)
if _started > 1_000:
    raise RuntimeError(f"{_started} threads")
