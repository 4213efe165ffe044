"""The table is built for the sequence at hand with positions p*L/T.

exercise: 0
misconception: none
"""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.d_model = d_model

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        position = torch.arange(seq_len) * (self.max_context_length / seq_len)
        freq = 10000.0 ** (-torch.arange(0, self.d_model, 2) / self.d_model)
        angle = torch.outer(position, freq)
        return torch.stack([angle.sin(), angle.cos()], dim=2).reshape(seq_len, -1)
