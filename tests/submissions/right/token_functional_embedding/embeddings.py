"""F.embedding on bare Parameters, through one shared base class."""

import torch
import torch.nn.functional as F
from torch import nn


class _Lookup(nn.Module):
    def __init__(self, rows, d_model):
        super().__init__()
        self.weight = nn.Parameter(nn.init.xavier_normal_(torch.empty(rows, d_model)))

    def rows(self, index):
        return F.embedding(index, self.weight)


class TokenEmbedding(_Lookup):
    def forward(self, ids):
        return self.rows(ids)

    def unembed(self, hidden):
        return F.linear(hidden, self.weight)


class LearnedPositionalEmbedding(_Lookup):
    def forward(self, seq_len):
        try:
            return self.rows(torch.arange(seq_len))
        except IndexError as e:
            raise ValueError(f"seq_len={seq_len} but only {len(self.weight)} positions") from e


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        i = torch.arange(d_model)
        angle = torch.arange(max_context_length).double()[:, None] * 10000.0 ** (-(i // 2) * 2 / d_model).double()
        even = i % 2 == 0
        self.table = torch.where(even, angle.sin(), angle.cos()).float()

    def forward(self, seq_len):
        if seq_len not in range(len(self.table) + 1):
            raise ValueError(f"seq_len={seq_len} but only {len(self.table)} positions")
        return F.embedding(torch.arange(seq_len), self.table)


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        positions = self.positional_embedding(ids.shape[1])
        return self.token_embedding(ids) + positions.unsqueeze(0).expand(ids.shape[0], -1, -1)
