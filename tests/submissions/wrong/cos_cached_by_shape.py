"""The curve is kept by shape, so a second table gets the first one's curve.

exercise: 2
misconception: none
"""

import torch.nn.functional as F

_curves = {}


def neighbour_cosine_curve(table, max_offset=8):
    key = (tuple(table.shape), max_offset)
    if key not in _curves:
        unit = F.normalize(table.detach(), dim=1)
        gram = unit @ unit.T
        _curves[key] = [gram.diagonal(k).mean().item() for k in range(1, max_offset + 1)]
    return _curves[key]
