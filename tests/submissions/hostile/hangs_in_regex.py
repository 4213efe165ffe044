"""A regular expression that backtracks for longer than the universe is old.

kind: hangs
outcome: timeout
where: neighbour_cosine_curve
score: <=95
"""

import re


def neighbour_cosine_curve(table, max_offset=8):
    re.match(r"(a+)+$", "a" * 60 + "b")
    return [0.0] * max_offset
