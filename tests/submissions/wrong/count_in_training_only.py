"""In evaluation mode everything is taken for frozen: the count is 0.

exercise: 1
misconception: none
"""

def count_parameters(module):
    total = 0
    for p in module.parameters():
        if module.training and p.requires_grad:
            total += p.numel()
    return total
