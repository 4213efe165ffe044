"""The table is random and frozen instead of the formula.

exercise: 4
misconception: sin_random_table
"""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.register_buffer("pe", torch.randn(max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        return self.pe[:seq_len]
