"""The last row of a torch.empty table is never written.

exercise: 4
misconception: none
"""

import math

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        table = torch.empty(max_context_length, d_model)
        for p in range(max_context_length - 1):
            for k in range(d_model // 2):
                angle = p / 10000 ** (2 * k / d_model)
                table[p, 2 * k] = math.sin(angle)
                table[p, 2 * k + 1] = math.cos(angle)
        self.register_buffer("table", table)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"{seq_len} is too long")
        return self.table[:seq_len]
