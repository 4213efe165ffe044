"""The token matrix is a bare Parameter, indexed with the ids."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.W = nn.Parameter(torch.randn(vocab_size, d_model) * 0.02)

    def forward(self, ids):
        return self.W[ids]


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.P = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len > self.P.shape[0]:
            raise ValueError("sequence too long")
        return self.P[:seq_len]


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        angle = torch.arange(max_context_length)[:, None] / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
        self.register_buffer("P", torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(-2).float())

    def forward(self, seq_len):
        if seq_len > self.P.shape[0]:
            raise ValueError("sequence too long")
        return self.P[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.tok = token_embedding
        self.pos = positional_embedding

    def forward(self, ids):
        return self.tok(ids) + self.pos(ids.shape[1])
