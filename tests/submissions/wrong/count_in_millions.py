"""Returns the count in millions.

exercise: 1
misconception: count_in_millions
"""

def count_parameters(module):
    n = sum(p.numel() for p in module.parameters() if p.requires_grad)
    return n / 1e6
