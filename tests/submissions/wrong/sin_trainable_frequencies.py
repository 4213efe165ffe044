"""The frequencies are trainable parameters.

exercise: 1
misconception: none
"""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        k = torch.arange(0, d_model, 2) / d_model
        self.freq = nn.Parameter(10000.0 ** -k)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        angle = torch.outer(torch.arange(seq_len).float(), self.freq)
        return torch.stack([angle.sin(), angle.cos()], dim=2).reshape(seq_len, -1)
