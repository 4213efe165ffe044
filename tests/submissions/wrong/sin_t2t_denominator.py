"""The exponent divides by D/2-1, as tensor2tensor does.

exercise: 4
misconception: sin_t2t_denominator
"""

import math

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_len = max_context_length
        half = d_model // 2
        step = math.log(10000.0) / max(half - 1, 1)
        freq = torch.exp(torch.arange(half).float() * -step)
        angle = torch.arange(max_context_length).float().unsqueeze(1) * freq
        table = torch.stack([angle.sin(), angle.cos()], dim=2)
        self.register_buffer("table", table.reshape(max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > self.max_len:
            raise ValueError("sequence is longer than the context")
        return self.table[:seq_len]
