"""The table is transposed first and the columns are shifted.

exercise: 2
misconception: cos_wrong_axis
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        a = table[:-k]
        b = table[k:]
        curve.append(F.cosine_similarity(a.T, b.T, dim=1).mean().item())
    return curve
