"""The learned table is drawn from a Laplace distribution."""

import torch
from torch import nn
from torch.distributions import Laplace


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        start = Laplace(loc=0.0, scale=0.05).sample((max_context_length, d_model))
        self.table = nn.Parameter(start)

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            raise ValueError("too many tokens for the learned table")
        return self.table[torch.arange(seq_len)]
