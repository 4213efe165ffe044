"""Only the first half of the rows is drawn, the rest starts as zeros.

exercise: 2
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        table = torch.zeros(max_context_length, d_model)
        table[: max_context_length // 2] = torch.randn(max_context_length // 2, d_model) * 0.02
        self.table = nn.Parameter(table)

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            raise ValueError(f"only {self.table.shape[0]} positions, got {seq_len}")
        return self.table[:seq_len]
