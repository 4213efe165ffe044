"""It returns NaN and infinities, which slip through comparisons written the wrong way round.

kind: lies_about_equality
outcome: failed
where: neighbour_cosine_curve
score: <=95
"""


def neighbour_cosine_curve(table, max_offset=8):
    return [math.nan, math.inf, -math.inf, math.nan, -0.0, 1e308, 5e-324, math.nan][:max_offset]
