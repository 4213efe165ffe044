"""Right work that prints one single line of half a gigabyte without an end, through C.

kind: floods
outcome: flooded|passed|timeout
where: count_parameters
score: <=100
"""

import ctypes

_right_count = count_parameters


def count_parameters(module):
    libc = ctypes.CDLL(None)
    text = b"z" * (1 << 20)
    for _ in range(512):
        libc.printf(b"%s", text)
    libc.fflush(None)
    return _right_count(module)
