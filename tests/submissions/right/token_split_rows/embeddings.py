"""The token matrix has two Parameters, frequent and rare ids."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.cut = (vocab_size + 1) // 2
        self.frequent = nn.Parameter(torch.randn(self.cut, d_model) * 0.02)
        self.rare = nn.Parameter(torch.randn(vocab_size - self.cut, d_model) * 0.02)

    def forward(self, ids):
        out = self.frequent.new_zeros(*ids.shape, self.frequent.shape[1])
        is_frequent = ids < self.cut
        out[is_frequent] = self.frequent[ids[is_frequent]]
        out[~is_frequent] = self.rare[ids[~is_frequent] - self.cut]
        return out


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        blocks = torch.randn(max_context_length, d_model).mul(0.02).split(16)
        self.blocks = nn.ParameterList(nn.Parameter(b.clone()) for b in blocks)
        self.max_context_length = max_context_length

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"{seq_len} > {self.max_context_length}")
        return torch.vstack(list(self.blocks))[:seq_len]


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.d_model = d_model

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"{seq_len} > {self.max_context_length}")
        table = torch.zeros(seq_len, self.d_model)
        for position, row in enumerate(table):
            k2 = torch.arange(0, self.d_model, 2, dtype=torch.float64)
            angle = position / torch.pow(10000.0, k2 / self.d_model)
            row[0::2], row[1::2] = angle.sin(), angle.cos()
        return table


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
