"""The files begin with a UTF-8 byte order mark."""

import torch
from torch import nn


class TokenEmbedding(nn.Embedding):
    pass


class LearnedPositionalEmbedding(nn.Embedding):
    def forward(self, seq_len):
        if seq_len > self.num_embeddings:
            raise ValueError("länger als der Kontext")
        return super().forward(torch.arange(seq_len))


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.pe = torch.zeros(max_context_length, d_model)
        ω = 10000 ** (-torch.arange(0, d_model, 2).double() / d_model)
        θ = torch.arange(max_context_length).double()[:, None] * ω
        self.pe[:, 0::2], self.pe[:, 1::2] = θ.sin(), θ.cos()

    def forward(self, seq_len):
        if seq_len > len(self.pe):
            raise ValueError("länger als der Kontext")
        return self.pe[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
