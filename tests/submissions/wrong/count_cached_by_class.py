"""The count is kept by class name: a second module of a class gets the first one's.

exercise: 1
misconception: none
"""

_counts = {}


def count_parameters(module):
    key = type(module).__name__
    if key not in _counts:
        _counts[key] = sum(p.numel() for p in module.parameters() if p.requires_grad)
    return _counts[key]
