"""It starts processes through multiprocessing in all three ways and falls back to right work; it fails on purpose if one starts.

kind: multiplies
outcome: passed
where: embeddings.py
score: ==100
"""

import multiprocessing
import time

_started = []
for _method in ("fork", "spawn", "forkserver"):
    try:
        _process = multiprocessing.get_context(_method).Process(target=time.sleep, args=(20,), daemon=True)
        _process.start()
    except BaseException:
        continue
    _started.append(_method)
if _started:
    raise RuntimeError(f"started: {_started}")
