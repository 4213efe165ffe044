"""It returns NaN as the number of parameters.

kind: lies_about_equality
outcome: failed
where: count_parameters
score: <=95
"""


def count_parameters(module):
    return float("nan")
