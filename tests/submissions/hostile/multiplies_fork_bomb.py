"""A fork bomb, bounded to two hundred children that sleep half a minute; it fails on purpose if one is born.

kind: multiplies
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import time

_born = 0
for _ in range(200):
    try:
        _child = os.fork()
    except OSError:
        continue
    if _child == 0:
        time.sleep(30)
        os._exit(0)
    _born += 1
if _born:
    raise RuntimeError(f"{_born} children were born")
