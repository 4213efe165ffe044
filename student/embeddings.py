"""Token and positional embeddings: from integers to vectors.

B is the batch size, T the sequence length, D the model width, V the vocabulary size and L the
longest sequence the model accepts (its context length). Each name below must keep its signature;
everything inside is yours.
"""

import torch
from torch import Tensor, nn


class TokenEmbedding(nn.Module):
    """One trainable row per token id.

    Args:
        vocab_size: V, the number of token ids.
        d_model: D, the width of a row.

    Example:
        >>> TokenEmbedding(100, 16)(torch.tensor([[3, 1, 4]])).shape
        torch.Size([1, 3, 16])
    """

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        # TODO: exercises.md, section 0
        raise NotImplementedError

    def forward(self, ids: Tensor) -> Tensor:
        """Look up int64 ids of shape (B, T); return float32 vectors of shape (B, T, D)."""
        # TODO: exercises.md, section 0
        raise NotImplementedError


class LearnedPositionalEmbedding(nn.Module):
    """One trainable row per position.

    Args:
        max_context_length: L, the number of positions.
        d_model: D, the width of a row.

    Example:
        >>> LearnedPositionalEmbedding(128, 16)(5).shape
        torch.Size([5, 16])
    """

    def __init__(self, max_context_length: int, d_model: int) -> None:
        super().__init__()
        # TODO: exercises.md, sections 0, 1 and 2
        raise NotImplementedError

    def forward(self, seq_len: int) -> Tensor:
        """Return the rows of positions 0 .. T-1, float32 of shape (T, D).

        Raises:
            ValueError: if seq_len is greater than max_context_length.
        """
        # TODO: exercises.md, sections 0 and 3
        raise NotImplementedError


class SinusoidalPositionalEmbedding(nn.Module):
    """The fixed table of sines and cosines: nothing to train.

    Args:
        max_context_length: L, the number of positions.
        d_model: D, the width of a row; even.

    Example:
        >>> SinusoidalPositionalEmbedding(128, 4)(1)
        tensor([[0., 1., 0., 1.]])
    """

    def __init__(self, max_context_length: int, d_model: int) -> None:
        super().__init__()
        # TODO: exercises.md, sections 0, 1 and 4
        raise NotImplementedError

    def forward(self, seq_len: int) -> Tensor:
        """Return the rows of positions 0 .. T-1, float32 of shape (T, D).

        Raises:
            ValueError: if seq_len is greater than max_context_length.
        """
        # TODO: exercises.md, sections 0 and 3
        raise NotImplementedError


class EmbeddingComposer(nn.Module):
    """Token vector plus position vector: the input of the first transformer block.

    Args:
        token_embedding: maps ids (B, T) to vectors (B, T, D).
        positional_embedding: maps a length T to vectors (T, D).

    Example:
        >>> token, position = TokenEmbedding(100, 16), LearnedPositionalEmbedding(128, 16)
        >>> EmbeddingComposer(token, position)(torch.tensor([[3, 1, 4]])).shape
        torch.Size([1, 3, 16])
    """

    def __init__(self, token_embedding: nn.Module, positional_embedding: nn.Module) -> None:
        super().__init__()
        # TODO: exercises.md, section 0
        raise NotImplementedError

    def forward(self, ids: Tensor) -> Tensor:
        """Embed int64 ids of shape (B, T); return float32 vectors of shape (B, T, D)."""
        # TODO: exercises.md, section 0
        raise NotImplementedError
