"""It returns four hundred megabytes of text in place of a number.

kind: explodes
outcome: failed|memory|protocol|raised|flooded
where: count_parameters
score: <=95
"""


def count_parameters(module):
    return "9" * 400_000_000
