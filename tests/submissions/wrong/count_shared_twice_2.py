"""Adds up the own parameters of every submodule, so a shared one counts twice.

exercise: 1
misconception: count_shared_twice
"""

def count_parameters(module):
    total = 0
    for m in module.modules():
        for p in m.parameters(recurse=False):
            if p.requires_grad:
                total += p.numel()
    return total
