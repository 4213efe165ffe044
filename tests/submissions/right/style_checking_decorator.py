"""A decorator on forward checks the length."""

import functools
import math

import torch
from torch import nn


def at_most_max_len(forward):
    @functools.wraps(forward)
    def checked(self, seq_len):
        if seq_len > self.max_len:
            raise ValueError(f"seq_len={seq_len} is over the maximum {self.max_len}")
        return forward(self, seq_len)

    return checked


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_len = max_context_length
        self.emb = nn.Embedding(max_context_length, d_model)

    @at_most_max_len
    def forward(self, seq_len):
        return self.emb(torch.arange(seq_len))


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_len = max_context_length
        position = torch.arange(max_context_length).float().unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2).float() * -(math.log(10000.0) / d_model))
        pe = torch.zeros(max_context_length, d_model)
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)

    @at_most_max_len
    def forward(self, seq_len):
        return self.pe[:seq_len]
