"""Neighbouring rows start identical in pairs.

exercise: 2
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        half = torch.randn((max_context_length + 1) // 2, d_model) * 0.02
        self.table = nn.Parameter(half.repeat_interleave(2, dim=0)[:max_context_length].clone())

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            raise ValueError(f"only {self.table.shape[0]} positions, got {seq_len}")
        return self.table[:seq_len]
