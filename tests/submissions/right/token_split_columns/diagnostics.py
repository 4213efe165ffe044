import math

import torch


def count_parameters(module):
    return sum(math.prod(p.shape) for n, p in module.named_parameters() if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    with torch.no_grad():
        inverse = table.square().sum(1).rsqrt()
        curve = []
        for k in range(1, max_offset + 1):
            dots = torch.mul(table[:-k], table[k:]).sum(1)
            curve.append((dots * inverse[:-k] * inverse[k:]).mean())
        return curve


def wavelengths(d_model, base=10000.0):
    return [math.tau * base ** (k / (d_model // 2)) for k in range(d_model // 2)]
