"""An axis is added to the table in place.

exercise: 2
misconception: none
"""

import torch


def neighbour_cosine_curve(table, max_offset=8):
    rows = table.detach().clone()
    table.data = table.data.unsqueeze(0)
    table = rows
    unit = torch.nn.functional.normalize(table.detach(), dim=1)
    return [float((unit[:-k] * unit[k:]).sum(1).mean()) for k in range(1, max_offset + 1)]
