"""The learned table is a bare nn.Parameter, sliced."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.pos_emb = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len > self.pos_emb.shape[0]:
            raise ValueError("Sequence longer than the context.")
        return self.pos_emb[:seq_len]
