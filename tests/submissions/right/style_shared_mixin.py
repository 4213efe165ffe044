"""The length check lives in a mixin that both positional classes inherit."""

import torch
from torch import nn


class LimitedLength:
    max_context_length: int

    def check(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"{self.__class__.__name__} holds {self.max_context_length} positions, not {seq_len}")


class LearnedPositionalEmbedding(LimitedLength, nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.weight = nn.Parameter(torch.randn(max_context_length, d_model) * 0.01)

    def forward(self, seq_len):
        self.check(seq_len)
        return self.weight[:seq_len]


class SinusoidalPositionalEmbedding(LimitedLength, nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        angle = torch.arange(max_context_length)[:, None] / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
        self.register_buffer("weight", torch.stack([angle.sin(), angle.cos()], -1).flatten(1).float())

    def forward(self, seq_len):
        self.check(seq_len)
        return self.weight[:seq_len]
