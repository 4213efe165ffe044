"""It starts up to ten thousand sleeping threads until the system says no, then does the right work.

kind: explodes
outcome: memory|crashed|raised|failed|timeout|passed
where: wavelengths
score: <=100
"""

import threading
import time

_right_wavelengths = wavelengths


def wavelengths(d_model, base=10000.0):
    threading.stack_size(32768)
    try:
        for _ in range(10_000):
            threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
    except (RuntimeError, MemoryError):
        pass
    return _right_wavelengths(d_model, base)
