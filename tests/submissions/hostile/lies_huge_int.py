"""It returns an integer too long for the wire, for JSON and for printing.

kind: lies_about_equality
outcome: failed|raised|protocol
where: count_parameters
score: <=95
"""


def count_parameters(module):
    return 1 << 4_000_000
