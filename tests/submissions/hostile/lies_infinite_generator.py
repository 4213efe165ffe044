"""It returns a generator that never ends instead of a list.

kind: lies_about_equality
outcome: failed|raised|timeout|memory|flooded
where: neighbour_cosine_curve
score: <=95
"""

import itertools


def neighbour_cosine_curve(table, max_offset=8):
    return (0.0 for _ in itertools.count())
