"""The learned table starts with very large numbers."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.emb = nn.Embedding(max_context_length, d_model)
        nn.init.normal_(self.emb.weight, mean=0.0, std=50.0)

    def forward(self, seq_len):
        if seq_len > self.emb.weight.size(0):
            raise ValueError("seq_len too big")
        return self.emb(torch.arange(seq_len))
