"""The cosine of a pair uses the frequency of the next pair.

exercise: 4
misconception: sin_cos_next_frequency
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
            for i in range(0, d_model, 2):
                angle = pos / 10000 ** (i / d_model)
                table[pos, i] = math.sin(angle)
                table[pos, i + 1] = math.cos(pos / 10000 ** ((i + 2) / d_model))
        self.register_buffer("table", table)

    def forward(self, seq_len):
        if seq_len > self.max_len:
            raise ValueError("sequence is longer than the context")
        return self.table[:seq_len]
