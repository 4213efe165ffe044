"""It returns an int subclass whose __int__, __index__ and __float__ raise or lie.

kind: lies_about_equality
outcome: failed|raised|exited
where: count_parameters
score: <=95
"""


class _Shifty(int):
    def __index__(self):
        return 7

    def __int__(self):
        raise KeyboardInterrupt("do not look at me")

    def __float__(self):
        raise SystemExit(0)

    def __repr__(self):
        return "12345"


def count_parameters(module):
    return _Shifty(0)
