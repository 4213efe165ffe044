"""More than 8 offsets are cut to 8.

exercise: 2
misconception: cos_fixed_offsets
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, min(max_offset, 8) + 1):
        a = table[:-k]
        b = table[k:]
        curve.append(F.cosine_similarity(a, b, dim=1).mean().item())
    return curve
