"""Row 3 gets no gradient.

exercise: 1
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > len(self.table):
            raise ValueError("sequence too long")
        rows = self.table[:seq_len]
        return torch.cat([rows[:3], rows[3:4].detach(), rows[4:]])
