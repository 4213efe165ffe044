"""The offsets are 2, 4, 6 and so on.

exercise: 2
misconception: none
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        a = table[: -2 * k]
        b = table[2 * k :]
        curve.append(F.cosine_similarity(a, b, dim=1).mean().item())
    return curve
