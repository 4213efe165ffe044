"""A function of one position, mapped over all of them and stacked."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.freq = [1 / 10000 ** (2 * k / d_model) for k in range(d_model // 2)]

    def encode(self, p):
        angle = torch.tensor([p * f for f in self.freq], dtype=torch.float64)
        return torch.cat([angle.sin()[:, None], angle.cos()[:, None]], dim=1).ravel()

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("position out of range")
        return torch.stack(list(map(self.encode, range(seq_len)))).type(torch.float32)
