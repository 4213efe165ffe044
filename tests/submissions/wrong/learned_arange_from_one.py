"""Rows 1 to T of the table, by index.

exercise: 0
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > len(self.table):
            raise ValueError("sequence too long")
        return self.table[torch.arange(1, seq_len + 1)]
