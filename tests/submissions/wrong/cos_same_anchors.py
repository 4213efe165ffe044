"""Only the first L-max_offset rows are used as anchors for every offset.

exercise: 2
misconception: none
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        n = len(table) - max_offset
        a = table[:n]
        b = table[k : k + n]
        curve.append(F.cosine_similarity(a, b, dim=1).mean().item())
    return curve
