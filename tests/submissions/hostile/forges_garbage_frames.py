"""It writes random bytes to every inherited descriptor at import.

kind: forges
outcome: protocol|failed|exited|timeout|flooded
where: embeddings.py
score: <=65
"""

import os
import random
import select

_noise = random.Random(7).randbytes(4096)
for _fd in range(3, 1025):
    try:
        if select.select([], [_fd], [], 0)[1]:
            os.write(_fd, _noise)
    except (OSError, ValueError):
        pass
