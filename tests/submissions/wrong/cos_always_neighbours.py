"""The offset never enters: every entry compares direct neighbours.

exercise: 2
misconception: none
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        a = table[:-1]
        b = table[1:]
        curve.append(F.cosine_similarity(a, b, dim=1).mean().item())
    return curve
