"""One random row is copied to all positions.

exercise: 2
misconception: learned_init_constant
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(1, d_model).repeat(max_context_length, 1))

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            raise ValueError(f"only {self.table.shape[0]} positions, got {seq_len}")
        return self.table[:seq_len]
