"""The table leaves torch at once; numpy does the rest and numpy values come back."""

import numpy as np


def count_parameters(module):
    return np.sum([np.prod(p.shape, dtype=np.int64) for p in module.parameters() if p.requires_grad], dtype=np.int64)


def neighbour_cosine_curve(table, max_offset=8):
    x = table.detach().cpu().numpy().astype(np.float64)  # astype copies
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return np.array([np.mean(np.sum(x[:-k] * x[k:], axis=1)) for k in range(1, max_offset + 1)])


def wavelengths(d_model, base=10000.0):
    return np.geomspace(2 * np.pi, 2 * np.pi * base ** ((d_model - 2) / d_model), d_model // 2)
