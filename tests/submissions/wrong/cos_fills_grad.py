"""It runs a backward pass to see whether it can: the table has a gradient afterwards.

exercise: 2
misconception: none
"""

import copy

import torch


def neighbour_cosine_curve(table, max_offset=8):
    if table.is_leaf and table.requires_grad:
        table.sum().backward()
    rows = table.detach()
    rows = rows / rows.norm(dim=1, keepdim=True)
    return [(rows[:-k] * rows[k:]).sum(1).mean().item() for k in range(1, max_offset + 1)]
