"""Freezes each parameter after counting it, so a second count is 0.

exercise: 1
misconception: none
"""

def count_parameters(module):
    total = 0
    for p in module.parameters():
        if p.requires_grad:
            total += p.numel()
            p.requires_grad_(False)
    return total
