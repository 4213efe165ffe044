"""The two halves are computed apart and put into their columns by index_copy_."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        even = torch.arange(0, d_model, 2)
        pos = torch.linspace(0, max_context_length - 1, max_context_length, dtype=torch.float64)
        angle = torch.tensordot(pos, 10000.0 ** (-even.double() / d_model), dims=0)
        table = torch.full((max_context_length, d_model), float("nan"))
        table.index_copy_(1, even, angle.sin().float())
        table.index_copy_(1, even + 1, angle.cos().float())
        assert not table.isnan().any()
        self.register_buffer("table", table)

    def forward(self, seq_len):
        if seq_len - self.table.shape[0] > 0:
            raise ValueError("Index out of the positional table")
        return self.table.index_select(0, torch.arange(seq_len))
