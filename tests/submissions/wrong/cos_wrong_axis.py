"""The cosine runs along dim 0: feature columns are compared.

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
        curve.append(F.cosine_similarity(a, b, dim=0).mean().item())
    return curve
