"""The rows are looked up at 1 to T instead of 0 to T-1.

exercise: 0
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.table = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"{seq_len} is longer than {self.max_context_length}")
        return self.table(torch.arange(1, seq_len + 1))
