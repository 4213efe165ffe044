"""shape[1] of the learned table is taken for the number of positions.

exercise: 3
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len > self.table.shape[1]:
            raise ValueError(f"only {self.table.shape[1]} positions, got {seq_len}")
        return self.table[:seq_len]
