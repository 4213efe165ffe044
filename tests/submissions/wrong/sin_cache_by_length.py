"""Rows are kept by length only: another module of another width gets the first one's.

exercise: 0
misconception: none
spills: 2, 3, 4 because a later instance answers a table of the wrong width
"""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.d_model = d_model

    def forward(self, seq_len, cache={}):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        if seq_len not in cache:
            position = torch.arange(seq_len, dtype=torch.float32).unsqueeze(1)
            i = torch.arange(0, self.d_model, 2, dtype=torch.float32)
            angle = position / 10000 ** (i / self.d_model)
            pe = torch.zeros(seq_len, self.d_model)
            pe[:, 0::2] = angle.sin()
            pe[:, 1::2] = angle.cos()
            cache[seq_len] = pe
        return cache[seq_len]
