"""The formula is evaluated for any length, without a limit.

exercise: 3
misconception: over_extended
"""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.d_model = d_model

    def forward(self, seq_len):
        position = torch.arange(seq_len).float().unsqueeze(1)
        freq = 10000.0 ** (-torch.arange(0, self.d_model, 2).float() / self.d_model)
        pe = torch.zeros(seq_len, self.d_model)
        pe[:, 0::2] = torch.sin(position * freq)
        pe[:, 1::2] = torch.cos(position * freq)
        return pe
