"""One Parameter per position, kept by name in a ParameterDict."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.rows = nn.ParameterDict()
        for p in range(max_context_length):
            self.rows[f"pos{p}"] = nn.Parameter(torch.empty(1, d_model).normal_(0, 0.1))

    def forward(self, seq_len):
        names = [f"pos{p}" for p in range(seq_len)]
        if not all(name in self.rows for name in names):
            raise ValueError(f"there is no position {len(self.rows)}")
        return torch.cat([self.rows[name] for name in names], dim=0)
