"""Counts nn.Linear and nn.Embedding layers only.

exercise: 1
misconception: none
"""

from torch import nn


def count_parameters(module):
    params = {}
    for m in module.modules():
        if isinstance(m, (nn.Linear, nn.Embedding)):
            for p in m.parameters():
                params[id(p)] = p
    return sum(p.numel() for p in params.values() if p.requires_grad)
