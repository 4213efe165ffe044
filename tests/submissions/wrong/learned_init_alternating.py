"""All rows start as plus or minus one random row.

exercise: 2
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        sign = (-1.0) ** torch.arange(max_context_length)
        self.table = nn.Parameter(sign.unsqueeze(1) * torch.randn(1, d_model))

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            raise ValueError(f"only {self.table.shape[0]} positions, got {seq_len}")
        return self.table[:seq_len]
