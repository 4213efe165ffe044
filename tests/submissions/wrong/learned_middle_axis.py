"""The learned rows come as (T, 1, D).

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

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"seq_len {seq_len} > max_context_length {self.max_context_length}")
        positions = torch.arange(seq_len).unsqueeze(1)
        return self.embedding(positions)
