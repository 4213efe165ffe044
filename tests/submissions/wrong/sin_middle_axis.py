"""The table is kept as (L, 1, D), as in the PyTorch tutorial for (T, B, D) batches.

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
        position = torch.arange(max_context_length).float().unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_context_length, d_model)
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe.unsqueeze(1))

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"seq_len {seq_len} > max_context_length {self.max_context_length}")
        return self.pe[:seq_len]
