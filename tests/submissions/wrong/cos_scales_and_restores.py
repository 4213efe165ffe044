"""It doubles the table in place and halves it again.

exercise: 2
misconception: none
"""

import copy

import torch


def neighbour_cosine_curve(table, max_offset=8):
    rows = table.detach()
    rows.mul_(2.0)
    rows.mul_(0.5)
    rows = rows / rows.norm(dim=1, keepdim=True)
    return [(rows[:-k] * rows[k:]).sum(1).mean().item() for k in range(1, max_offset + 1)]
