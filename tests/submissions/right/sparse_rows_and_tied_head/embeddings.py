"""Sparse gradients on the way in, dense ones on the way out, and a composer that reads its children."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(vocab_size, d_model) * 0.02)

    def forward(self, ids):
        return nn.functional.embedding(ids, self.table, sparse=True)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.table = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("too long")
        return nn.functional.embedding(torch.arange(seq_len), self.table, sparse=True)


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        angle = torch.arange(max_context_length)[:, None] / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
        self.register_buffer("table", torch.stack([angle.sin(), angle.cos()], -1).flatten(1).float())

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("too long")
        return nn.functional.embedding(torch.arange(seq_len), self.table)


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding
        # fits the buffer of the positions to the device of the tokens
        self.positional_embedding.to(next(self.parameters()).device)

    def forward(self, ids):
        length = ids.shape[1]
        limit = self.positional_embedding.max_context_length
        if length > limit:
            raise ValueError(f"{length} tokens, limit {limit}")
        return nn.functional.embedding(ids, self.token_embedding.table) + self.positional_embedding.table[:length]
