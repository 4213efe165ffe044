"""It replaces built-in functions with ones that flatter it, and returns zeros.

kind: lies_about_equality
outcome: failed|raised|protocol|exited|timeout
where: neighbour_cosine_curve
score: <=95
"""

import builtins

_isinstance = builtins.isinstance
builtins.abs = lambda number: 0
builtins.all = lambda items: True
builtins.any = lambda items: False
builtins.max = lambda *args, **kwargs: 0
builtins.round = lambda number, digits=None: 0
builtins.isinstance = lambda item, kind: True if kind is float else _isinstance(item, kind)


def neighbour_cosine_curve(table, max_offset=8):
    return [0.0] * max_offset
