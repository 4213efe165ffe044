"""One small Parameter per position in a ParameterList."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.rows = nn.ParameterList(torch.randn(d_model) / d_model**0.5 for _ in range(max_context_length))

    def forward(self, seq_len):
        if seq_len > len(self.rows):
            raise ValueError(f"I only know {len(self.rows)} positions")
        return torch.stack([self.rows[p] for p in range(seq_len)])
