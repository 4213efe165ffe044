"""It reads from every inherited descriptor to find questions and answers on the way.

kind: steals
outcome: timeout|protocol|exited|failed|raised
where: count_parameters
score: <=95
"""

import os
import select


def count_parameters(module):
    for fd in range(3, 256):
        try:
            if select.select([fd], [], [], 0)[0]:
                os.read(fd, 1 << 16)
        except (OSError, ValueError):
            continue
    return 0
