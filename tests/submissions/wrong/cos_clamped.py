"""Negative cosines are clipped to 0.

exercise: 2
misconception: cos_clamped
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        a = table[:-k]
        b = table[k:]
        curve.append(F.cosine_similarity(a, b, dim=1).clamp(min=0).mean().item())
    return curve
