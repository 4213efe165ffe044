"""Parameters with equal values are taken for one shared parameter.

exercise: 1
misconception: none
"""

import torch


def count_parameters(module):
    unique = []
    for p in module.parameters():
        if p.requires_grad and not any(torch.equal(p, q) for q in unique):
            unique.append(p)
    return sum(p.numel() for p in unique)
