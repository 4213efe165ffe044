"""The first 8 rows are repeated over the whole table.

exercise: 2
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        block = torch.randn(8, d_model) * 0.02
        copies = max_context_length // 8 + 1
        self.table = nn.Parameter(block.repeat(copies, 1)[:max_context_length].clone())

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            raise ValueError(f"only {self.table.shape[0]} positions, got {seq_len}")
        return self.table[:seq_len]
