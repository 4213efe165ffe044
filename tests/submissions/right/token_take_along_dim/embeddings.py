"""Lookups by take_along_dim, with the batch as the outer axis."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(1, vocab_size, d_model))

    def forward(self, ids):
        return torch.take_along_dim(self.vectors, ids.unsqueeze(-1), dim=1)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(1, max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > self.vectors.size(1):
            raise ValueError("index out of range")
        return torch.take_along_dim(self.vectors, torch.arange(seq_len).view(1, -1, 1), dim=1).squeeze(0)


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        x = torch.arange(max_context_length, dtype=torch.float64).view(-1, 1, 1)
        w = torch.tensor([[10000 ** (-2 * k / d_model)] for k in range(d_model // 2)], dtype=torch.float64)
        quarter = torch.tensor([0.0, torch.pi / 2], dtype=torch.float64)
        self.register_buffer("vectors", torch.sin(x * w + quarter).view(1, max_context_length, d_model).float())

    def forward(self, seq_len):
        if seq_len > self.vectors.size(1):
            raise ValueError("index out of range")
        return self.vectors[:, :seq_len].squeeze(0)


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])[None, :, :]
