"""Every row starts as one shared random row plus small noise.

exercise: 2
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        noise = 0.1 * torch.randn(max_context_length, d_model)
        self.table = nn.Parameter(torch.randn(1, d_model) + noise)

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            raise ValueError(f"only {self.table.shape[0]} positions, got {seq_len}")
        return self.table[:seq_len]
