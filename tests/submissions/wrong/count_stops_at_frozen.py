"""The loop breaks at the first frozen parameter instead of skipping it.

exercise: 1
misconception: none
"""

def count_parameters(module):
    total = 0
    for p in module.parameters():
        if not p.requires_grad:
            break
        total += p.numel()
    return total
