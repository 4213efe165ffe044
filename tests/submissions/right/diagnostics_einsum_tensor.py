"""The curve by einsum in double precision; curve and wavelengths come back as tensors."""

import math

import torch


def count_parameters(module):
    trainable = filter(lambda p: p.requires_grad, module.parameters())
    return sum(math.prod(p.size()) for p in trainable)


def neighbour_cosine_curve(table, max_offset=8):
    t = table.to(torch.float64)
    t = torch.einsum("ld,l->ld", t, torch.einsum("ld,ld->l", t, t).rsqrt())
    means = [torch.einsum("ld,ld->l", t[:-k], t[k:]).mean() for k in range(1, max_offset + 1)]
    return torch.stack(means)


def wavelengths(d_model, base=10000.0):
    return 2 * math.pi * torch.logspace(0, (d_model - 2) / d_model, d_model // 2, base=base, dtype=torch.float64)
