"""Counts only parameters that already have a gradient.

exercise: 1
misconception: none
"""

def count_parameters(module):
    return sum(p.numel() for p in module.parameters() if p.grad is not None)
