"""Right work that first lifts every limit it finds inside the stream objects, then prints two gigabytes.

kind: floods
outcome: flooded|passed|memory|protocol|exited|raised|timeout
where: count_parameters
score: <=100
"""

import sys

_right_count = count_parameters


def count_parameters(module):
    for stream in (sys.stdout, sys.stderr):
        for name, value in list(vars(stream).items()):
            if isinstance(value, int):
                try:
                    setattr(stream, name, 1 << 60)
                except AttributeError:
                    pass
    for _ in range(2048):
        print("x" * (1 << 20))
    return _right_count(module)
