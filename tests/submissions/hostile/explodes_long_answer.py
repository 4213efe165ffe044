"""It returns a list of a hundred million numbers.

kind: explodes
outcome: failed|memory|protocol|timeout|raised|flooded
where: wavelengths
score: <=97
"""


def wavelengths(d_model, base=10000.0):
    return [6.283185307179586] * 100_000_000
