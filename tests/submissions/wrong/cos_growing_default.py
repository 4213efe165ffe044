"""The result list is a mutable default: the second call returns twice as many entries.

exercise: 2
misconception: none
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8, curve=[]):
    table = table.detach()
    for k in range(1, max_offset + 1):
        a = table[:-k]
        b = table[k:]
        curve.append(F.cosine_similarity(a, b, dim=1).mean().item())
    return curve
