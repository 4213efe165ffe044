"""The learned module raises ValueError whatever the length is.

exercise: 3
misconception: none
spills: 0, 1, 2 because no rows can be read at all
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len:
            raise ValueError(f"only {self.table.shape[0]} positions, got {seq_len}")
        return self.table[:seq_len]
