"""Multiplies the first and the last dimension: a bias of n counts n*n.

exercise: 1
misconception: none
"""

def count_parameters(module):
    total = 0
    for p in module.parameters():
        if p.requires_grad:
            total += p.shape[0] * p.shape[-1]
    return total
