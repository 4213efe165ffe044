"""The table is a functools.cached_property of the module."""

import functools

import numpy as np
import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length, self.d_model = max_context_length, d_model

    @functools.cached_property
    def table(self):
        def cell(p, i):
            angle = p / 10000.0 ** (2 * (i // 2) / self.d_model)
            return np.where(i % 2 == 0, np.sin(angle), np.cos(angle))

        grid = np.fromfunction(cell, (self.max_context_length, self.d_model))
        return torch.tensor(grid, dtype=torch.float32)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"cannot embed {seq_len} positions")
        return self.table[:seq_len]
