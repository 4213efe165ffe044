"""The sinusoid filled cell by cell in two Python loops."""

import math

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_len = max_context_length
        pe = torch.zeros(max_context_length, d_model)
        for pos in range(max_context_length):
            for i in range(0, d_model, 2):
                # i is already 2k, so it is not doubled again
                angle = pos / (10000 ** (i / d_model))
                pe[pos, i] = math.sin(angle)
                pe[pos, i + 1] = math.cos(angle)
        self.register_buffer("pe", pe)

    def forward(self, seq_len):
        if seq_len > self.max_len:
            raise ValueError("sequence too long")
        return self.pe[:seq_len, :]
