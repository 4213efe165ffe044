"""The head is written in embeddings.py and re-exported by weight_tying.py, with a star import elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nowhere import DoesNotExist

__all__ = ["TokenEmbedding", "LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding", "EmbeddingComposer", "Head"]


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.embedding: nn.Embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids: torch.Tensor | DoesNotExist) -> torch.Tensor:
        return self.embedding(ids)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length: int, d_model: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len: int) -> torch.Tensor:
        if seq_len > self.embedding.num_embeddings:
            raise ValueError("sequence too long")
        return self.embedding(torch.arange(seq_len))


class SinusoidalPositionalEmbedding(nn.Module):
    pe: torch.Tensor

    def __init__(self, max_context_length: int, d_model: int) -> None:
        super().__init__()
        angle = torch.arange(max_context_length)[:, None] / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
        self.register_buffer("pe", interleave((angle.sin(), angle.cos())).float())

    def forward(self, seq_len: int) -> torch.Tensor:
        if seq_len > self.pe.shape[0]:
            raise ValueError("sequence too long")
        return self.pe[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding: nn.Module, positional_embedding: nn.Module) -> None:
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])


class Head(nn.Module):
    def __init__(self, token_embedding: TokenEmbedding) -> None:
        super().__init__()
        self.token_embedding = token_embedding

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden @ self.token_embedding.embedding.weight.T


def interleave(tables: Iterable[torch.Tensor]) -> torch.Tensor:
    return torch.stack(list(tables), dim=-1).flatten(1)
