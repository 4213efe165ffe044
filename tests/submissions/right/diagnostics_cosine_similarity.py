"""F.cosine_similarity, a set of ids for the count, numpy for the wavelengths."""

import numpy as np
import torch.nn.functional as F


def count_parameters(module):
    seen = set()
    total = 0
    for p in module.parameters():
        if p.requires_grad and id(p) not in seen:
            seen.add(id(p))
            total += p.numel()
    return total


def neighbour_cosine_curve(table, max_offset=8):
    curve = []
    for k in range(1, max_offset + 1):
        similarity = F.cosine_similarity(table[:-k], table[k:], dim=1)
        curve.append(float(similarity.mean()))
    return curve


def wavelengths(d_model, base=10000.0):
    k = np.arange(d_model // 2)
    return 2 * np.pi * np.power(float(base), 2 * k / d_model)
