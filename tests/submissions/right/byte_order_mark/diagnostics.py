import torch

π = torch.pi


def count_parameters(module):
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    return [torch.cosine_similarity(table[:-k], table[k:]).mean().item() for k in range(1, max_offset + 1)]


def wavelengths(d_model, base=10000.0):
    return [2 * π * base ** (2 * k / d_model) for k in range(d_model // 2)]
