"""It raises an exception with a million lines, a hundred thousand arguments and as many notes.

kind: floods
outcome: raised|flooded
where: count_parameters
score: <=95
"""


def count_parameters(module):
    error = ValueError("line\n" * 1_000_000, *range(100_000))
    error.__notes__ = ["note\n"] * 100_000
    raise error
