"""copy.deepcopy fails on every table that is a module's output.

exercise: 2
misconception: none
"""

import copy

import torch


def neighbour_cosine_curve(table, max_offset=8):
    rows = copy.deepcopy(table).detach()
    rows = rows / rows.norm(dim=1, keepdim=True)
    return [(rows[:-k] * rows[k:]).sum(1).mean().item() for k in range(1, max_offset + 1)]
