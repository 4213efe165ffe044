"""It announces frames of 4 GB, 2 GB and 31 MB on every descriptor and never sends them.

kind: forges
outcome: protocol|failed|exited|timeout|memory|flooded
where: embeddings.py
score: <=65
"""

import os
import select

for _fd in range(3, 1025):
    for _size in (b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x01\xf0\x00\x00", b"\x00\x00\xf0\x01"):
        try:
            if select.select([], [_fd], [], 0)[1]:
                os.write(_fd, _size)
        except (OSError, ValueError):
            break
