"""The table comes from a cached function at module level, shared by every instance."""

from functools import lru_cache

import torch
from torch import nn


@lru_cache(maxsize=None)
def sinusoid(length, d_model):
    pos = torch.arange(length, dtype=torch.float64)[:, None]
    i = torch.arange(d_model)[None, :]
    angle = pos * torch.exp2(-torch.log2(torch.tensor(10000.0, dtype=torch.float64)) * (i // 2 * 2) / d_model)
    return torch.where(i % 2 == 1, torch.cos(angle), torch.sin(angle)).float()


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.args = (max_context_length, d_model)

    def forward(self, seq_len):
        if seq_len > self.args[0]:
            raise ValueError("seq_len > max_context_length")
        # a copy, so that nobody can spoil the cached table
        return sinusoid(*self.args)[:seq_len].clone()
