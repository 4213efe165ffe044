"""The rows are picked one by one from the unbound table."""

from itertools import islice

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        rows = list(islice(self.table.unbind(0), seq_len))
        if len(rows) < seq_len:
            raise ValueError(f"{len(rows)} rows for {seq_len} positions")
        return torch.stack(rows)
