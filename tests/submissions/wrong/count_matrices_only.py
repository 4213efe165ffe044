"""Skips one-dimensional parameters.

exercise: 1
misconception: count_matrices_only
"""

def count_parameters(module):
    total = 0
    for p in module.parameters():
        if p.requires_grad and p.dim() > 1:
            total += p.numel()
    return total
