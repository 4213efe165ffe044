"""squeeze() drops the row axis when an offset leaves a single pair.

exercise: 2
misconception: none
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        a = table[:-k].squeeze()
        b = table[k:].squeeze()
        curve.append(F.cosine_similarity(a, b, dim=1).mean().item())
    return curve
