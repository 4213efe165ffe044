"""A helper of the curve is given to torch.jit.script, and the curve to torch.compile."""

import torch


@torch.jit.script
def mean_cosine(rows: torch.Tensor, k: int) -> torch.Tensor:
    return (rows[:-k] * rows[k:]).sum(1).mean()


@torch.compile(dynamic=True)
def unit_rows(table):
    return table / table.norm(dim=1, keepdim=True)


def neighbour_cosine_curve(table, max_offset=8):
    rows = unit_rows(table.detach())
    return [float(mean_cosine(rows, k)) for k in range(1, max_offset + 1)]
