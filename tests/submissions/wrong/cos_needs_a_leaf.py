"""It sets requires_grad of its argument, which only a leaf allows.

exercise: 2
misconception: none
"""

import copy

import torch


def neighbour_cosine_curve(table, max_offset=8):
    was = table.requires_grad
    table.requires_grad = False
    rows = table.clone()
    table.requires_grad = was
    rows = rows / rows.norm(dim=1, keepdim=True)
    return [(rows[:-k] * rows[k:]).sum(1).mean().item() for k in range(1, max_offset + 1)]
