"""It reads how much processor time its parent and others have used, which tells what they compute.

kind: steals
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import time

_read = []
for _pid in (os.getppid(), 1):
    for _which in range(3):
        try:
            time.clock_gettime((~_pid << 3) | _which)
            _read.append((_pid, _which))
        except OSError:
            pass
if _read:
    raise RuntimeError(f"clocks of others: {_read}")
