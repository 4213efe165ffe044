"""Unpacks every shape into rows and columns, which fails for a bias.

exercise: 1
misconception: none
"""

def count_parameters(module):
    total = 0
    for p in module.parameters():
        if p.requires_grad:
            rows, cols = p.shape
            total += rows * cols
    return total
