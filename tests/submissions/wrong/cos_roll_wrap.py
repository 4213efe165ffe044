"""torch.roll pairs the last rows with the first ones.

exercise: 2
misconception: cos_roll_wrap
"""

import torch
import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        a = table
        b = torch.roll(table, -k, dims=0)
        curve.append(F.cosine_similarity(a, b, dim=1).mean().item())
    return curve
