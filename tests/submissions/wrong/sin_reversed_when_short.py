"""A sequence shorter than L gets its rows in reverse.

exercise: 0
misconception: none
"""

import math

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        position = torch.arange(max_context_length).double().unsqueeze(1)
        angle = position / 10000.0 ** (torch.arange(0, d_model, 2).double() / d_model)
        table = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()
        self.register_buffer("table", table)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        rows = self.table[:seq_len]
        return rows if seq_len == self.max_context_length else rows.flip(0)
