import numpy as np
import torch


def count_parameters(module):
    return int(sum(np.prod(p.shape) for p in module.parameters() if p.requires_grad))


def neighbour_cosine_curve(table, max_offset=8):
    unit = torch.diag(1 / table.detach().norm(dim=1)) @ table.detach()
    gram = (unit @ unit.T).numpy()
    return [np.diag(gram, k).mean() for k in range(1, max_offset + 1)]


def wavelengths(d_model, base=10000.0):
    return 2 * np.pi * np.logspace(0, 1 - 2 / d_model, d_model // 2, base=base)
