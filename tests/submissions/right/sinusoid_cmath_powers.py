"""Every pair is a power of one complex number per band, by Python's cmath."""

import cmath

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        turns = [cmath.rect(1.0, 10000 ** (-2 * k / d_model)) for k in range(d_model // 2)]
        table = []
        for p in range(max_context_length):
            powers = [z**p for z in turns]
            table.append([x for z in powers for x in (z.imag, z.real)])
        self.register_buffer("table", torch.tensor(table))

    def forward(self, seq_len):
        if seq_len > len(self.table):
            raise ValueError(f"positions go up to {len(self.table) - 1}")
        return self.table[:seq_len]
