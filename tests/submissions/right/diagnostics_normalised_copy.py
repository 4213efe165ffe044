"""A copy of the table is normalised in place; the original stays as it was."""

import copy
import math

import torch


def count_parameters(module):
    count = 0
    for name, p in dict(module.named_parameters()).items():
        count += p.numel() if p.requires_grad else 0
    return count


def neighbour_cosine_curve(table, max_offset=8):
    mine = copy.deepcopy(table.detach())
    for row in mine:
        row /= row.dot(row).sqrt()
    out = torch.empty(max_offset)
    for k in range(max_offset):
        out[k] = (mine[: -k - 1] * mine[k + 1 :]).sum() / (len(mine) - k - 1)
    return out.numpy()


def wavelengths(d_model, base=10000.0):
    out = torch.full((d_model // 2,), base ** (2 / d_model), dtype=torch.float64)
    out[0] = 2 * math.pi
    return out.cumprod(0).numpy()
