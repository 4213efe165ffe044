"""Positions wrap around at the end of the table.

exercise: 3
misconception: over_modulo
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.embedding = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        return self.embedding(torch.arange(seq_len) % self.max_context_length)
