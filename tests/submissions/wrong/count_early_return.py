"""The return stands inside the loop: only the first parameter is counted.

exercise: 1
misconception: none
"""

def count_parameters(module):
    total = 0
    for p in module.parameters():
        if p.requires_grad:
            total += p.numel()
        return total
