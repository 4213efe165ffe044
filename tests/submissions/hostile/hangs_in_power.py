"""It computes an astronomically large power, one single C call.

kind: hangs
outcome: timeout|memory
where: count_parameters
score: <=95
"""


def count_parameters(module):
    return 3 ** (10**9)
