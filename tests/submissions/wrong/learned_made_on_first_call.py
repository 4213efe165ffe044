"""The table is made on the first call, so a fresh module owns nothing.

exercise: 1
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.d_model = d_model
        self.table = None

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        if self.table is None:
            self.table = nn.Parameter(torch.randn(self.max_context_length, self.d_model) * 0.02)
        return self.table[:seq_len]
