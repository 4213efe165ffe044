"""The learned table is stretched to a longer sequence by interpolation.

exercise: 3
misconception: none
"""

import torch
import torch.nn.functional as F
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            columns = self.table.t().unsqueeze(0)
            return F.interpolate(columns, size=seq_len, mode="linear")[0].t()
        return self.table[:seq_len]
