"""The learned table lives in two Parameters, early and late positions."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        n_late = max_context_length // 2
        self.early = nn.Parameter(torch.randn(max_context_length - n_late, d_model) * 0.02)
        self.late = nn.Parameter(torch.randn(n_late, d_model) * 0.02)

    def forward(self, seq_len):
        n_early = len(self.early)
        if seq_len > n_early + len(self.late):
            raise ValueError(f"{seq_len} positions asked")
        if seq_len <= n_early:
            return self.early[:seq_len]
        return torch.cat([self.early, self.late[: seq_len - n_early]])
