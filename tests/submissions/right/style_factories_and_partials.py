"""The names are a factory function, functools.partial objects and a lambda."""

from functools import partial

import torch
from torch import nn


class Table(nn.Module):
    def __init__(self, max_context_length, d_model, kind):
        super().__init__()
        if kind == "learned":
            self.rows = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)
        else:
            exponent = torch.arange(0, d_model, 2).double() / d_model
            angle = torch.outer(torch.arange(max_context_length).double(), 10000**-exponent)
            self.register_buffer("rows", torch.stack([angle.sin(), angle.cos()], 2).flatten(1).float())

    def forward(self, seq_len):
        if seq_len > self.rows.shape[0]:
            raise ValueError("not that many rows")
        return self.rows[:seq_len]


class TokenTable(nn.Module):
    def __init__(self, rows):
        super().__init__()
        self.embedding = rows

    def forward(self, ids):
        return self.embedding(ids)


LearnedPositionalEmbedding = partial(Table, kind="learned")
SinusoidalPositionalEmbedding = partial(Table, kind="sinusoidal")
TokenEmbedding = lambda vocab_size, d_model: TokenTable(nn.Embedding(vocab_size, d_model))  # noqa: E731


def EmbeddingComposer(token_embedding, positional_embedding):
    class Composer(nn.Module):
        def __init__(self):
            super().__init__()
            self.tok = token_embedding
            self.pos = positional_embedding

        def forward(self, ids):
            return self.tok(ids) + self.pos(ids.shape[1])

    return Composer()
