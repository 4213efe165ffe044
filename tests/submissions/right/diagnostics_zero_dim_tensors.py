"""The curve is a list of 0-dim tensors that still carry a graph; the rest are tuples."""

import math

from torch.nn import functional as F


def count_parameters(module):
    return sum(p.numel() for _, p in module.named_parameters(remove_duplicate=True) if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    rows = F.normalize(table, p=2.0, dim=1)
    return [(rows[k:] * rows[: len(rows) - k]).sum(-1).mean() for k in range(1, max_offset + 1)]


def wavelengths(d_model, base=10000.0):
    return tuple(math.tau * math.pow(base, two_k / d_model) for two_k in range(0, d_model, 2))
