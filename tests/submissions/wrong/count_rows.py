"""len(p) counts only the first dimension.

exercise: 1
misconception: count_rows
"""

def count_parameters(module):
    total = 0
    for p in module.parameters():
        if p.requires_grad:
            total += len(p)
    return total
