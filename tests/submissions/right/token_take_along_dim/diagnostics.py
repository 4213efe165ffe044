import math

import torch


def count_parameters(module):
    total = 0
    for p in module.parameters():
        if not p.requires_grad:
            continue
        total += math.prod(p.shape)
    return total


def neighbour_cosine_curve(table, max_offset=8):
    length = table.shape[0]
    curve = []
    for k in range(1, max_offset + 1):
        first = torch.arange(0, length - k)
        curve.append(torch.cosine_similarity(table[first], table[first + k], dim=1).mean().item())
    return curve


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]
