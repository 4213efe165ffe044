"""It returns a list nested a million levels deep.

kind: explodes
outcome: failed|raised|protocol|crashed|memory|timeout
where: neighbour_cosine_curve
score: <=95
"""


def neighbour_cosine_curve(table, max_offset=8):
    result = [0.0]
    for _ in range(1_000_000):
        result = [result]
    return result
