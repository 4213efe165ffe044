"""Every thread of it starts two more, and so on until the system says no.

kind: explodes
outcome: passed
where: embeddings.py
score: ==100
"""

import threading

_done = threading.Event()
_number = 0


def _multiply():
    global _number
    _number += 1
    if _number > 5_000:
        return
    try:
        for _ in range(2):
            threading.Thread(target=_multiply, daemon=True).start()
    except (RuntimeError, MemoryError):
        _done.set()
    _done.wait(20)


threading.stack_size(32768)
_multiply()
_done.set()
threading.stack_size(0)
if _number > 1_000:
    raise RuntimeError(f"{_number} threads")
