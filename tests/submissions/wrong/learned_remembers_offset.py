"""Each call goes on where the last one stopped, as with a key-value cache.

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
        self.start = 0

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        positions = (self.start + torch.arange(seq_len)) % self.max_context_length
        self.start += seq_len
        return self.embedding(positions)
