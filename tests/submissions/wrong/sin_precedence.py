"""Missing brackets: the position is divided by 10000**2 and multiplied by k/D.

exercise: 4
misconception: none
"""

import math

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_len = max_context_length
        table = torch.zeros(max_context_length, d_model)
        for pos in range(max_context_length):
            for k in range(d_model // 2):
                angle = pos / 10000 ** 2 * k / d_model
                table[pos, 2 * k] = math.sin(angle)
                table[pos, 2 * k + 1] = math.cos(angle)
        self.register_buffer("table", table)

    def forward(self, seq_len):
        if seq_len > self.max_len:
            raise ValueError("sequence is longer than the context")
        return self.table[:seq_len]
