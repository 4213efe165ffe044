"""The ValueError is raised without any message."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.embedding = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        if seq_len > self.embedding.num_embeddings:
            raise ValueError
        return self.embedding(torch.arange(seq_len))


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.length = max_context_length
        pe = torch.zeros(max_context_length, d_model)
        for i in range(d_model):
            f = torch.cos if i % 2 else torch.sin
            pe[:, i] = f(torch.arange(max_context_length).double() / 10000 ** ((i - i % 2) / d_model))
        self.register_buffer("pe", pe)

    def forward(self, seq_len):
        if seq_len > self.length:
            raise ValueError
        return self.pe[:seq_len]
