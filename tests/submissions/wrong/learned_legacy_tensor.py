"""torch.Tensor(L, D) is memory that nothing was written to.

exercise: 2
misconception: none|learned_init_zeros
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.Tensor(max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > len(self.table):
            raise ValueError("sequence too long")
        return self.table[:seq_len]
