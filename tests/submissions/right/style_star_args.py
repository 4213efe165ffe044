"""Signatures with *args and **kwargs only."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__()
        self.embedding = nn.Embedding(*args, **kwargs)

    def forward(self, *args):
        return self.embedding(*args)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, *shape):
        super().__init__()
        self.table = nn.Parameter(torch.randn(*shape))

    def forward(self, *args):
        (seq_len,) = args
        if seq_len > len(self.table):
            raise ValueError(*args)
        return self.table[slice(*args)]
