"""A longer sequence makes the table grow.

exercise: 3
misconception: over_extended
"""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.d_model = d_model
        self.register_buffer("table", self.build(max_context_length))

    def build(self, length):
        position = torch.arange(length).float().unsqueeze(1)
        freq = 10000.0 ** (-torch.arange(0, self.d_model, 2).float() / self.d_model)
        angle = position * freq
        return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            self.table = self.build(seq_len)
        return self.table[:seq_len]
