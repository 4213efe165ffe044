"""It raises groups of exceptions, a hundred wide and a thousand deep.

kind: floods
outcome: raised|flooded|memory|timeout
where: neighbour_cosine_curve
score: <=95
"""


def neighbour_cosine_curve(table, max_offset=8):
    group = ExceptionGroup("inner", [ValueError("leaf")])
    for number in range(1000):
        group = ExceptionGroup(f"level {number}", [group, *(ValueError("leaf") for _ in range(100))])
    raise group
