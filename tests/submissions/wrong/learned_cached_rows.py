"""The rows are kept per length, so later values of the table are not seen.

exercise: 0
misconception: none
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.embedding = nn.Embedding(max_context_length, d_model)
        self.cache = {}

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        if seq_len not in self.cache:
            self.cache[seq_len] = self.embedding(torch.arange(seq_len))
        return self.cache[seq_len]
