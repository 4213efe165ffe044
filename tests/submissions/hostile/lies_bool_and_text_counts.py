"""It returns text, then bytes, then None, then a set in place of the count.

kind: lies_about_equality
outcome: failed
where: count_parameters
score: <=95
"""

_answers = ["42", b"42", None, {42}, {"count": 42}, True, 42j, print]


def count_parameters(module):
    _answers.append(_answers.pop(0))
    return _answers[-1]
