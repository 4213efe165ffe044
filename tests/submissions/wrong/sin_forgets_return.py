"""forward slices the table and forgets to return it.

exercise: 0
misconception: none
spills: 2, 3, 4 because no row of the table can be read
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
                table[pos, i + 1] = math.cos(angle)
        self.register_buffer("table", table)

    def forward(self, seq_len):
        if seq_len > self.max_len:
            raise ValueError("sequence is longer than the context")
        rows = self.table[:seq_len]
