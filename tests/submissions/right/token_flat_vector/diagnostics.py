import math

import torch


def count_parameters(module):
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()

    def mean_cosine(k):
        a, b = table[:-k].double(), table[k:].double()
        return torch.mean((a * b).sum(1) / torch.sqrt((a * a).sum(1) * (b * b).sum(1)))

    return torch.tensor([mean_cosine(k) for k in range(1, max_offset + 1)])


def wavelengths(d_model, base=10000.0):
    return torch.tensor([2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)])
