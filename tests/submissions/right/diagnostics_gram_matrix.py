"""The diagonals of the Gram matrix of unit rows; the count walks the children itself."""

import torch


def count_parameters(module, memo=None):
    memo = {} if memo is None else memo
    total = 0
    for p in module._parameters.values():
        if p is not None and p.requires_grad and memo.setdefault(id(p), module) is module:
            total += p.numel()
    for child in module.children():
        if id(child) not in memo:
            memo[id(child)] = child
            total += count_parameters(child, memo)
    return total


@torch.no_grad()
def neighbour_cosine_curve(table, max_offset=8):
    unit = table / table.norm(dim=-1, keepdim=True)
    gram = unit @ unit.T
    return [gram.diagonal(offset=k).mean().item() for k in range(1, max_offset + 1)]


def wavelengths(d_model, base=10000.0):
    exponents = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    return 2 * torch.pi * base**exponents
