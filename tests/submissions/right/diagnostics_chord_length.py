"""The cosine follows from the distance between the ends of unit vectors."""

import torch


def count_parameters(module):
    return len([None for p in module.parameters() if p.requires_grad for _ in range(p.numel())])


def neighbour_cosine_curve(table, max_offset=8):
    unit = torch.nn.functional.normalize(table.detach().double())
    squared = torch.cdist(unit, unit, compute_mode="donot_use_mm_for_euclid_dist") ** 2
    cosines = 1 - squared / 2  # law of cosines
    index = torch.arange(len(unit))
    offset = index[None, :] - index[:, None]
    return [cosines[offset == k].mean().item() for k in range(1, max_offset + 1)]


def wavelengths(d_model, base=10000.0):
    return (2 * torch.pi * torch.tensor(base, dtype=torch.float64).pow(torch.arange(0, d_model, 2) / d_model)).tolist()
