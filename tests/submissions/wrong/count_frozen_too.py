"""Frozen parameters are counted.

exercise: 1
misconception: count_frozen
"""

def count_parameters(module):
    return sum(p.numel() for p in module.parameters())
