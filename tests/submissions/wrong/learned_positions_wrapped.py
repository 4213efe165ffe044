"""The first row is the last one of the table: an index of -1.

exercise: 0
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.table = nn.Parameter(torch.randn(max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"{seq_len} is longer than {self.max_context_length}")
        return self.table[torch.arange(seq_len) - 1]
