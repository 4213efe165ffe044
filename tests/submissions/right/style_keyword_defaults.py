"""Every signature has further arguments with defaults."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size=50257, d_model=768, *, init_std=0.02, scale=1.0):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.scale = scale
        nn.init.normal_(self.embedding.weight, std=init_std)

    def forward(self, ids, return_shape=False):
        out = self.embedding(ids) * self.scale
        return (out, out.shape) if return_shape else out


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length=1024, d_model=768, init_std=0.02, device=None):
        super().__init__()
        self.embedding = nn.Embedding(max_context_length, d_model, device=device)
        nn.init.normal_(self.embedding.weight, std=init_std)

    def forward(self, seq_len=1, offset=0):
        if offset + seq_len > self.embedding.num_embeddings:
            raise ValueError("positions run past the table")
        return self.embedding(torch.arange(offset, offset + seq_len))


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding, dropout=0.0):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding
        self.dropout = nn.Dropout(dropout)  # p = 0: changes nothing

    def forward(self, ids, positions=None):
        if positions is None:
            positions = self.positional_embedding(ids.size(1))
        return self.dropout(self.token_embedding(ids) + positions)
