"""The default dtype is float64 while the table is built, and put back afterwards."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        before = torch.get_default_dtype()
        torch.set_default_dtype(torch.float64)
        try:
            exponent = torch.arange(0, d_model, 2) / d_model
            angle = torch.arange(max_context_length)[:, None] / 10000**exponent
            table = torch.zeros(max_context_length, d_model)
            table[:, 0::2] = angle.sin()
            table[:, 1::2] = angle.cos()
        finally:
            torch.set_default_dtype(before)
        self.register_buffer("table", table.to(torch.float32))

    def forward(self, seq_len):
        if seq_len > self.table.size(0):
            raise ValueError(f"{seq_len} > {self.table.size(0)}")
        return self.table[:seq_len]
