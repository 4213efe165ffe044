from math import pi

import torch.nn.functional as F


def count_parameters(module):
    return sum(p.numel() for p in set(module.parameters()) if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    return [F.cosine_similarity(table[k:], table[:-k]).mean().item() for k in range(1, max_offset + 1)]


def wavelengths(d_model, base=10000.0):
    return [2 * pi / base ** (-k / d_model) for k in range(0, d_model, 2)]
