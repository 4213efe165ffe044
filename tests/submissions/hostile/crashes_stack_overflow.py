"""It overflows the C stack by recursion through a C function with the limit off.

kind: crashes
outcome: crashed|memory|raised
where: wavelengths
score: <=97
"""

import sys


def wavelengths(d_model, base=10000.0):
    sys.setrecursionlimit(10**9)

    def deeper(_):
        return list(map(deeper, [0]))

    return deeper(0)
