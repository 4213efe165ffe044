"""One class does the work of every module, told apart by an Enum and by classmethods."""

from enum import Enum, auto

import torch
from torch import nn


class Kind(Enum):
    TOKEN = auto()
    LEARNED = auto()
    FIXED = auto()
    SUM = auto()
    HEAD = auto()


class Everything(nn.Module):
    def __init__(self, kind, *args):
        super().__init__()
        self.kind = kind
        getattr(self, f"_make_{kind.name.lower()}")(*args)

    def forward(self, x):
        return getattr(self, f"_run_{self.kind.name.lower()}")(x)

    def _make_token(self, vocab_size, d_model):
        self.rows = nn.Parameter(torch.randn(vocab_size, d_model) * 0.02)

    _make_learned = _make_token

    def _make_fixed(self, length, d_model):
        rows = torch.empty(length, d_model)
        for i in range(0, d_model, 2):
            angle = torch.arange(length).double() * 10000 ** (-i / d_model)
            rows[:, i], rows[:, i + 1] = angle.sin(), angle.cos()
        self.register_buffer("rows", rows)

    def _make_sum(self, tok, pos):
        self.tok, self.pos = tok, pos

    def _make_head(self, tok):
        self.rows = tok.rows

    def _run_token(self, ids):
        return self.rows[ids]

    def _run_learned(self, n):
        if n > len(self.rows):
            raise ValueError(f"{self.kind}: {n} > {len(self.rows)}")
        return self.rows[:n]

    _run_fixed = _run_learned

    def _run_sum(self, ids):
        return self.tok(ids) + self.pos(ids.shape[1])

    def _run_head(self, hidden):
        return hidden @ self.rows.T

    @classmethod
    def token(cls, vocab_size, d_model):
        return cls(Kind.TOKEN, vocab_size, d_model)

    @classmethod
    def learned(cls, max_context_length, d_model):
        return cls(Kind.LEARNED, max_context_length, d_model)

    @classmethod
    def fixed(cls, max_context_length, d_model):
        return cls(Kind.FIXED, max_context_length, d_model)

    @classmethod
    def sum(cls, token_embedding, positional_embedding):
        return cls(Kind.SUM, token_embedding, positional_embedding)

    @classmethod
    def head(cls, token_embedding):
        return cls(Kind.HEAD, token_embedding)


TokenEmbedding = Everything.token
LearnedPositionalEmbedding = Everything.learned
SinusoidalPositionalEmbedding = Everything.fixed
EmbeddingComposer = Everything.sum
