"""unfold cuts the table into windows of k+1 rows; the first and last row of each are compared."""

import math

import torch


def count_parameters(module):
    unique = {id(p): p for m in module.modules() for p in m.parameters(recurse=False)}
    return sum(p.numel() for p in unique.values() if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    def mean_cosine(k):
        windows = table.unfold(0, k + 1, 1)  # (L-k, D, k+1)
        return torch.cosine_similarity(windows[..., 0], windows[..., -1], dim=1).mean()

    return tuple(mean_cosine(k).detach() for k in range(1, max_offset + 1))


def wavelengths(d_model, base=10000.0):
    def frequency(k):
        return math.exp(-math.log(base) * 2 * k / d_model)

    return [2 * math.pi / frequency(k) for k in range(d_model // 2)]
