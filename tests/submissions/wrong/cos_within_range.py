"""Entry k averages over all pairs that are at most k apart.

exercise: 2
misconception: none
"""

import torch
import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    unit = F.normalize(table.detach(), dim=1)
    gram = unit @ unit.T
    result = []
    for k in range(1, max_offset + 1):
        near = [gram.diagonal(j) for j in range(1, k + 1)]
        result.append(torch.cat(near).mean().item())
    return result
