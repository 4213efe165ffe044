"""Lookups by gather; the token matrix is registered in upper case under a strange name."""

import math

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        table = torch.empty(vocab_size, d_model).uniform_(-1, 1) / math.sqrt(d_model)
        self.register_parameter("LOOKUP TABLE", nn.Parameter(table))

    @property
    def table(self):
        return getattr(self, "LOOKUP TABLE")

    def forward(self, ids):
        width = self.table.size(1)
        index = ids.reshape(-1, 1).expand(-1, width)
        return self.table.gather(0, index).reshape(*ids.shape, width)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.empty(max_context_length, d_model).uniform_(-1, 1))

    def forward(self, seq_len):
        if seq_len > self.table.size(0):
            raise ValueError("gather would leave the table")
        index = torch.arange(seq_len).unsqueeze(1).repeat(1, self.table.size(1))
        return torch.gather(self.table, 0, index)


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        sines = torch.sin(self.angles(max_context_length, d_model))
        cosines = torch.cos(self.angles(max_context_length, d_model))
        both = torch.cat([sines, cosines], dim=1).float()
        # columns 0, D/2, 1, D/2+1, ... : from halves to pairs
        order = torch.arange(d_model).view(2, -1).t().reshape(1, -1)
        self.register_buffer("table", both.gather(1, order.expand(max_context_length, -1)))

    @staticmethod
    def angles(length, d_model):
        k = torch.arange(d_model // 2, dtype=torch.float64)
        return torch.arange(length, dtype=torch.float64).unsqueeze(1) / 10000 ** (2 * k / d_model)

    def forward(self, seq_len):
        if seq_len > self.table.size(0):
            raise ValueError("gather would leave the table")
        return self.table[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        x = self.token_embedding(ids)
        return x + self.positional_embedding(x.shape[-2]).view(1, *x.shape[1:])
