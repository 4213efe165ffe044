"""The table's own data become float64.

exercise: 2
misconception: none
"""

import torch


def neighbour_cosine_curve(table, max_offset=8):
    table.data = table.data.double()
    unit = torch.nn.functional.normalize(table.detach(), dim=1)
    return [float((unit[:-k] * unit[k:]).sum(1).mean()) for k in range(1, max_offset + 1)]
