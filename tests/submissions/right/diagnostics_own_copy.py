"""requires_grad is turned off and put back."""

import torch


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach().clone().requires_grad_(False)
    unit = torch.nn.functional.normalize(table, dim=1)
    return [float((unit[:-k] * unit[k:]).sum(1).mean()) for k in range(1, max_offset + 1)]
