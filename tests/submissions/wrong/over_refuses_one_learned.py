"""The learned module asks for at least two tokens.

exercise: 3
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
        if not 1 < seq_len <= self.max_context_length:
            raise ValueError(f"seq_len {seq_len} > max_context_length {self.max_context_length}")
        return self.embedding(torch.arange(seq_len))
