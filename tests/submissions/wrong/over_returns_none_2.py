"""The rows are returned only when the length fits; otherwise the function ends without a return.

exercise: 3
misconception: over_returns_none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len <= self.table.shape[0]:
            return self.table[:seq_len]
