"""Token and positional embeddings: from integers to vectors.

B is the batch size, T the sequence length, D the model width, V the vocabulary size and L the
longest sequence the model accepts (its context length).
"""

import torch
from torch import Tensor, nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.emb = nn.Embedding(vocab_size, d_model)
        self.norm = nn.LayerNorm(d_model, elementwise_affine=False)

    def forward(self, ids):
        return self.norm(self.emb(ids))


class LearnedPositionalEmbedding(nn.Module):
    """One trainable row per position."""

    def __init__(self, max_context_length: int, d_model: int) -> None:
        super().__init__()
        self.max_context_length = max_context_length
        self.embedding = nn.Embedding(max_context_length, d_model)
        # Independent zero-mean rows: at the start no two positions resemble each other.
        nn.init.normal_(self.embedding.weight, mean=0.0, std=0.02)

    def forward(self, seq_len: int) -> Tensor:
        """Return the rows of positions 0 .. T-1, float32 of shape (T, D).

        Raises:
            ValueError: if seq_len is greater than max_context_length.
        """
        _refuse_overflow(seq_len, self.max_context_length)
        return self.embedding(torch.arange(seq_len, device=self.embedding.weight.device))


class SinusoidalPositionalEmbedding(nn.Module):
    """The fixed table of sines and cosines: nothing to train."""

    def __init__(self, max_context_length: int, d_model: int) -> None:
        super().__init__()
        self.max_context_length = max_context_length
        # A buffer follows the module to another device but is no parameter. It is not persistent
        # because the formula can always rebuild it: a checkpoint need not carry it.
        self.register_buffer(
            "table", _sinusoidal_table(max_context_length, d_model), persistent=False
        )

    def forward(self, seq_len: int) -> Tensor:
        """Return the rows of positions 0 .. T-1, float32 of shape (T, D).

        Raises:
            ValueError: if seq_len is greater than max_context_length.
        """
        # Slicing past the end is silent in Python, so the length is checked first.
        _refuse_overflow(seq_len, self.max_context_length)
        return self.table[:seq_len]


class EmbeddingComposer(nn.Module):
    """Token vector plus position vector: the input of the first transformer block."""

    def __init__(self, token_embedding: nn.Module, positional_embedding: nn.Module) -> None:
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids: Tensor) -> Tensor:
        """Embed int64 ids of shape (B, T); return float32 vectors of shape (B, T, D)."""
        tokens = self.token_embedding(ids)  # (B, T, D)
        positions = self.positional_embedding(ids.shape[1])  # (T, D)
        # (T, D) broadcasts over the batch axis: every sequence gets the same positions.
        return tokens + positions


def _sinusoidal_table(length: int, d_model: int) -> Tensor:
    """Return the (length, d_model) float32 table of Vaswani et al. (2017), section 3.5."""
    position = torch.arange(length, dtype=torch.float64).unsqueeze(1)  # (length, 1)
    even_column = torch.arange(0, d_model, 2, dtype=torch.float64)  # 2k for k = 0 .. D/2 - 1
    angle = position / 10000.0 ** (even_column / d_model)  # (length, D/2)
    table = torch.empty(length, d_model)
    # Both columns of a pair share one angle, so a shift of the position is a rotation.
    table[:, 0::2] = torch.sin(angle)
    table[:, 1::2] = torch.cos(angle)
    return table


def _refuse_overflow(seq_len: int, max_context_length: int) -> None:
    if seq_len > max_context_length:
        raise ValueError(
            f"sequence length {seq_len} is greater than the context length {max_context_length}"
        )
