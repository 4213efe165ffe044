"""The files import each other with leading dots."""

import torch
from torch import nn

from .diagnostics import wavelengths


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.table = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return self.table(ids)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        if seq_len > self.table.num_embeddings:
            raise ValueError(f"limit is {self.table.num_embeddings}")
        return self.table(torch.arange(seq_len))


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        # how many full turns each band has made at each position
        turns = torch.arange(max_context_length).double()[:, None] / torch.tensor(wavelengths(d_model)).double()
        angle = 2 * torch.pi * turns
        self.register_buffer("table", torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float())

    def forward(self, seq_len):
        if seq_len > len(self.table):
            raise ValueError(f"limit is {len(self.table)}")
        return self.table[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
