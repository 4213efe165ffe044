"""Token and position tables are each split into two Parameters along the columns."""

import torch
from torch import nn


class TwoHalves(nn.Module):
    def __init__(self, rows, d_model):
        super().__init__()
        self.sizes = (d_model // 2, d_model - d_model // 2)
        self.a, self.b = (nn.Parameter(torch.randn(rows, n) * 0.05) for n in self.sizes)

    def rows(self):
        return torch.hstack([self.a, self.b])


class TokenEmbedding(TwoHalves):
    def forward(self, ids):
        return torch.cat([self.a[ids], self.b[ids]], dim=-1)


class LearnedPositionalEmbedding(TwoHalves):
    def forward(self, seq_len):
        rows = self.rows()[:seq_len]
        if len(rows) != seq_len:
            raise ValueError(f"{seq_len} rows wanted, {len(rows)} found")
        return rows


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        w = 10000 ** -(torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
        angle = torch.arange(max_context_length, dtype=torch.float64)[:, None] * w
        self.register_buffer("sine", angle.sin().float())
        self.register_buffer("cosine", angle.cos().float())

    def forward(self, seq_len):
        if seq_len > len(self.sine):
            raise ValueError(f"{seq_len} rows wanted, {len(self.sine)} found")
        # the two halves are woven together only when they are needed
        return torch.stack([self.sine[:seq_len], self.cosine[:seq_len]], dim=-1).flatten(1)


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
