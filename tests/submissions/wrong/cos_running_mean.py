"""Entry k averages over all offsets up to k.

exercise: 2
misconception: none
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        a = table[:-k]
        b = table[k:]
        curve.append(F.cosine_similarity(a, b, dim=1).mean().item())
    return [sum(curve[: k + 1]) / (k + 1) for k in range(len(curve))]
