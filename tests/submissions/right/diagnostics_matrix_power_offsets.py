"""Each offset is a product with a shifted identity, so the whole curve is matrix algebra."""

import math

import torch


def count_parameters(module):
    return sum(p.data.view(-1).size(0) for p in set(module.parameters()) if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    t = table.detach().double()
    cosines = (t @ t.t()) / torch.outer(t.norm(dim=1), t.norm(dim=1))
    n = len(t)
    curve = []
    for k in range(1, max_offset + 1):
        shift = torch.diag(torch.ones(n - k, dtype=torch.float64), k)
        curve.append((cosines * shift).sum() / (n - k))
    return [float(c) for c in curve]


def wavelengths(d_model, base=10000.0):
    return torch.tensor([2 * math.pi * base ** (i / d_model) for i in range(0, d_model, 2)], dtype=torch.float64)
