"""The mean of each row is taken off first: a correlation, not a cosine.

exercise: 2
misconception: cos_centred
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    table = table - table.mean(dim=1, keepdim=True)
    curve = []
    for k in range(1, max_offset + 1):
        a = table[:-k]
        b = table[k:]
        curve.append(F.cosine_similarity(a, b, dim=1).mean().item())
    return curve
