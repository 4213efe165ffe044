"""The caller's table is doubled and halved in place.

exercise: 2
misconception: none
"""

import torch


def neighbour_cosine_curve(table, max_offset=8):
    with torch.no_grad():
        table.mul_(2.0).div_(2.0)
    unit = torch.nn.functional.normalize(table.detach(), dim=1)
    return [float((unit[:-k] * unit[k:]).sum(1).mean()) for k in range(1, max_offset + 1)]
