"""The three names are callable objects and partials, not functions."""

import math
from functools import partial, reduce

import torch


class Counter:
    def __call__(self, module):
        return reduce(lambda total, p: total + p.numel(), filter(self.trains, module.parameters()), 0)

    @staticmethod
    def trains(p):
        return p.requires_grad


class Curve:
    def __init__(self, eps):
        self.similarity = torch.nn.CosineSimilarity(dim=-1, eps=eps)

    def __call__(self, table, max_offset=8):
        with torch.inference_mode():
            return [self.similarity(table[k:], table[:-k]).mean().item() for k in range(1, max_offset + 1)]


def geometric(d_model, base=10000.0, *, first):
    return [first * base ** (k / (d_model / 2)) for k in range(d_model // 2)]


count_parameters = Counter()
neighbour_cosine_curve = Curve(eps=1e-12)
wavelengths = partial(geometric, first=2 * math.pi)
