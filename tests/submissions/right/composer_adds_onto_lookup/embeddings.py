"""The composer adds the positions in place onto the fresh lookup result, and passes the ids to them."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return self.emb(ids)  # a new tensor in every call


class PositionalEmbedding(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table = table

    def forward(self, x):
        # a length, or the ids themselves
        seq_len = x.shape[1] if torch.is_tensor(x) else x
        if seq_len > len(self.table):
            raise ValueError(f"sequence length {seq_len}, table length {len(self.table)}")
        return self.table[:seq_len]


class LearnedPositionalEmbedding(PositionalEmbedding):
    def __init__(self, max_context_length, d_model):
        super().__init__(nn.Parameter(torch.randn(max_context_length, d_model) * 0.02))


class SinusoidalPositionalEmbedding(PositionalEmbedding):
    def __init__(self, max_context_length, d_model):
        omega = [10000 ** (-2 * k / d_model) for k in range(d_model // 2)]
        angle = torch.tensor([[p * w for w in omega] for p in range(max_context_length)], dtype=torch.float64)
        super().__init__(torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1).float())


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        x = self.token_embedding(ids)
        x += self.positional_embedding(ids)
        return x
