"""The sizes travel in a NamedTuple."""

from typing import NamedTuple

import torch
from torch import nn


class TableConfig(NamedTuple):
    rows: int
    width: int
    std: float = 0.02


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.config = TableConfig(max_context_length, d_model)
        rows, width, std = self.config
        self.table = nn.Parameter(std * torch.randn(rows, width))

    def forward(self, seq_len):
        if seq_len > self.config.rows:
            raise ValueError(f"{self.config} cannot give {seq_len} rows")
        return self.table[:seq_len]
