"""All trainable numbers are put into one vector, whose length is the count; pairs one by one."""

import itertools
import operator
import statistics

import torch
from torch.nn.utils import parameters_to_vector


def count_parameters(module):
    trainable = [p for p in module.parameters() if p.requires_grad]
    if not trainable:
        return 0
    return parameters_to_vector(trainable).numel()


def neighbour_cosine_curve(table, max_offset=8):
    with torch.no_grad():
        cosine = torch.nn.CosineSimilarity(dim=0)
        return [
            statistics.fmean(cosine(a, b).item() for a, b in zip(table, table[k:]))
            for k in range(1, max_offset + 1)
        ]


def wavelengths(d_model, base=10000.0):
    ratio = base ** (2 / d_model)
    first = 2 * torch.pi
    steps = itertools.repeat(ratio, d_model // 2 - 1)
    return list(itertools.accumulate(steps, operator.mul, initial=first))
