"""The sinusoid of the well-known tutorial: exp of a log, float32 throughout, a batch axis in the buffer."""

import math

import torch
import torch.nn as nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length: int, d_model: int):
        super().__init__()
        position = torch.arange(max_context_length).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(1, max_context_length, d_model)
        pe[0, :, 0::2] = torch.sin(position * div_term)
        pe[0, :, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)

    def forward(self, seq_len: int):
        if seq_len > self.pe.size(1):
            raise ValueError(f"got {seq_len} positions, the table has {self.pe.size(1)}")
        return self.pe[0, :seq_len]
