"""A backward pass leaves a gradient on the caller's table.

exercise: 2
misconception: none
"""

import torch


def neighbour_cosine_curve(table, max_offset=8):
    if table.requires_grad and table.is_leaf:
        (table * 1.0).sum().backward()
    unit = torch.nn.functional.normalize(table.detach(), dim=1)
    return [float((unit[:-k] * unit[k:]).sum(1).mean()) for k in range(1, max_offset + 1)]
