"""Row 0 is a buffer of its own and only the other L-1 rows are trainable.

exercise: 1
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.register_buffer("first", torch.randn(1, d_model) * 0.02)
        self.rest = nn.Parameter(torch.randn(max_context_length - 1, d_model) * 0.02)

    def forward(self, seq_len):
        table = torch.cat([self.first, self.rest])
        if seq_len > table.shape[0]:
            raise ValueError(f"only {table.shape[0]} positions, got {seq_len}")
        return table[:seq_len]
