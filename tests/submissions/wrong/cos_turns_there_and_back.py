"""It transposes the caller's table in place, and back on a view.

exercise: 2
misconception: none
"""

import copy

import torch


def neighbour_cosine_curve(table, max_offset=8):
    table.data.t_()
    rows = table.detach().t()
    rows = rows / rows.norm(dim=1, keepdim=True)
    return [(rows[:-k] * rows[k:]).sum(1).mean().item() for k in range(1, max_offset + 1)]
