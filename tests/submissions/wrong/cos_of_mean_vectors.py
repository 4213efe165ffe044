"""The cosine of the two mean vectors is taken instead of the mean of the cosines.

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
        curve.append(F.cosine_similarity(a.mean(dim=0), b.mean(dim=0), dim=0).item())
    return curve
