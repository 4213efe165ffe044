import math

import torch


def count_parameters(module):
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    rows = [row / row.norm() for row in table.detach().unbind()]
    curve = []
    for k in range(1, max_offset + 1):
        values = torch.stack([torch.dot(a, b) for a, b in zip(rows, rows[k:])])
        curve.append(values.mean().item())
    return curve


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]
