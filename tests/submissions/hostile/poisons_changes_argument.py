"""Right numbers, but it writes zeros into the table that it was given.

kind: poisons_state
outcome: failed|raised
where: neighbour_cosine_curve
score: <=99
"""

_right_curve = neighbour_cosine_curve


def neighbour_cosine_curve(table, max_offset=8):
    curve = _right_curve(table, max_offset)
    table.detach().zero_()
    return curve
