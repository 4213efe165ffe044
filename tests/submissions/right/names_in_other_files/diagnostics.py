import math

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        omega = 2 * math.pi / torch.tensor(wavelengths(d_model), dtype=torch.float64)
        angle = torch.outer(torch.arange(max_context_length).double(), omega)
        self.register_buffer("pe", torch.stack([angle.sin(), angle.cos()], -1).flatten(1).float())

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        return self.pe[:seq_len]


def count_parameters(module):
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]
