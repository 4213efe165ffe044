"""Counts only the entries that are not 0.

exercise: 1
misconception: count_nonzero
"""

def count_parameters(module):
    return sum(int(p.count_nonzero()) for p in module.parameters() if p.requires_grad)
