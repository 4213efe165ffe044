"""Prints the count and returns nothing.

exercise: 1
misconception: none
"""

def count_parameters(module):
    total = 0
    for p in module.parameters():
        if p.requires_grad:
            total += p.numel()
    print("trainable parameters:", total)
