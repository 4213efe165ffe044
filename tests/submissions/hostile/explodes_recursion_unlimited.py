"""It recurses without end after switching the recursion limit off.

kind: explodes
outcome: memory|crashed|raised|failed
where: neighbour_cosine_curve
score: <=95
"""

import sys


def neighbour_cosine_curve(table, max_offset=8):
    sys.setrecursionlimit(10**9)

    def deeper(depth):
        room = [0.0] * 1000
        return deeper(depth + 1) + room

    return deeper(0)
