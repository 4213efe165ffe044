"""Every call raises a RuntimeError.

exercise: 0
misconception: none
spills: 1, 2, 3, 4 because no row of the table can be read
"""

import math

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.d_model = d_model
        positions = torch.arange(max_context_length).unsqueeze(1).float()
        rates = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
        table = torch.zeros(max_context_length, d_model)
        table[:, 0::2] = torch.sin(positions * rates)
        table[:, 1::2] = torch.cos(positions * rates)
        pass
        self.register_buffer("table", table)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"{seq_len} is too long")
        return self.table[:seq_len] @ self.table[:seq_len]
