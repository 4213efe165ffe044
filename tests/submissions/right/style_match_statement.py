"""The length is checked in a match statement."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.embedding = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        match seq_len:
            case int() if 1 <= seq_len <= self.max_context_length:
                return self.embedding(torch.arange(seq_len))
            case int():
                raise ValueError(f"{seq_len} is not between 1 and {self.max_context_length}")
            case _:
                raise TypeError("seq_len must be an int")
