"""Counts only parameters whose name ends in weight.

exercise: 1
misconception: none
"""

def count_parameters(module):
    total = 0
    for name, p in module.named_parameters():
        if name.endswith("weight") and p.requires_grad:
            total += p.numel()
    return total
