from functools import reduce
from operator import add

import torch

count_parameters = lambda module: reduce(  # noqa: E731
    add, map(torch.numel, filter(lambda p: p.requires_grad, module.parameters())), 0
)

unit = lambda t: t.detach() / t.detach().norm(dim=1, keepdim=True)  # noqa: E731

neighbour_cosine_curve = lambda table, max_offset=8: [  # noqa: E731
    (unit(table)[:-k] * unit(table)[k:]).sum(1).mean().item() for k in range(1, max_offset + 1)
]

wavelengths = lambda d_model, base=10000.0: tuple(  # noqa: E731
    map(lambda k: 2 * torch.pi * base ** (k / d_model), range(0, d_model, 2))
)
