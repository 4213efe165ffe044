"""Wavelengths by repeated multiplication, the curve in one pass over the offsets with a dict."""

import math

import torch


def count_parameters(module):
    total = torch.tensor(0)
    for p in module.parameters():
        total += p.numel() * p.requires_grad
    return total


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach().clone()
    lengths = torch.linalg.vector_norm(table, dim=1)
    curve = {}
    for offset in range(1, 1 + max_offset):
        a, b = slice(None, -offset), slice(offset, None)
        dots = torch.linalg.vecdot(table[a], table[b])
        curve[offset] = torch.mean(dots / lengths[a] / lengths[b]).item()
    return list(curve.values())


def wavelengths(d_model, base=10000.0):
    w, result = 2 * math.pi, []
    for _ in range(d_model // 2):
        result.append(w)
        w *= base ** (2 / d_model)
    return result
