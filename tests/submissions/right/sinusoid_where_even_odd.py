"""One angle per column and torch.where to choose sine for even and cosine for odd columns."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        column = torch.arange(d_model)
        exponent = (column - column % 2).double() / d_model
        angles = torch.arange(max_context_length).double().view(-1, 1) / torch.pow(10000.0, exponent)
        table = torch.where(column % 2 == 0, angles.sin(), angles.cos())
        self.register_buffer("table", table.to(torch.float32))

    def forward(self, seq_len):
        rows = self.table[:seq_len]
        if rows.size(0) != seq_len:  # the slice came out shorter than asked
            raise ValueError(f"asked for {seq_len} positions, there are only {rows.size(0)}")
        return rows
