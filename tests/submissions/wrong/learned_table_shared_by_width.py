"""A class-level dictionary hands the same table to every module of one width.

exercise: 1
misconception: none|learned_extra_row
varies: the class keeps one table a width, so what it does depends on which sizes came first
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    tables = {}

    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        if d_model not in self.tables:
            self.tables[d_model] = nn.Embedding(max_context_length, d_model)
        self.embedding = self.tables[d_model]

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        return self.embedding(torch.arange(seq_len))
