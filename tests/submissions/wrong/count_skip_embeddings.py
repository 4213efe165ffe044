"""Leaves out nn.Embedding tables, as a count of non-embedding parameters does.

exercise: 1
misconception: count_skip_embeddings
"""

from torch import nn


def count_parameters(module):
    skip = set()
    for m in module.modules():
        if isinstance(m, nn.Embedding):
            skip.add(id(m.weight))
    return sum(p.numel() for p in module.parameters() if p.requires_grad and id(p) not in skip)
