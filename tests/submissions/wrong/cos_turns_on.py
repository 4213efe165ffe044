"""requires_grad is turned on for the table it was given.

exercise: 2
misconception: none
"""

import torch


def neighbour_cosine_curve(table, max_offset=8):
    if table.is_leaf:
        table.requires_grad_(True)
    unit = torch.nn.functional.normalize(table.detach(), dim=1)
    return [float((unit[:-k] * unit[k:]).sum(1).mean()) for k in range(1, max_offset + 1)]
