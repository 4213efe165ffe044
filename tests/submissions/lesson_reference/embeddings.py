"""One file like the lesson's published module: without wavelengths and without TiedLMHead."""

import math

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    """Map token ids (B, T) to vectors (B, T, D)."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        if vocab_size <= 0 or d_model <= 0:
            raise ValueError("vocab_size and d_model must be positive")
        self.vocab_size = vocab_size
        self.d_model = d_model
        self.embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.embedding.weight, mean=0.0, std=0.02)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        if ids.dtype != torch.long:
            raise TypeError(f"token ids must be int64, got {ids.dtype}")
        if ids.ndim != 2:
            raise ValueError(f"token ids must have shape (B, T), got {tuple(ids.shape)}")
        return self.embedding(ids)


class LearnedPositionalEmbedding(nn.Module):
    """A trainable vector for each position."""

    def __init__(self, max_context_length: int, d_model: int) -> None:
        super().__init__()
        self.max_context_length = max_context_length
        self.d_model = d_model
        self.embedding = nn.Embedding(max_context_length, d_model)
        nn.init.normal_(self.embedding.weight, mean=0.0, std=0.02)

    def forward(self, seq_len: int) -> torch.Tensor:
        if seq_len > self.max_context_length:
            raise ValueError(f"sequence length {seq_len} exceeds max_context_length {self.max_context_length}")
        positions = torch.arange(seq_len, device=self.embedding.weight.device)
        return self.embedding(positions)


class SinusoidalPositionalEmbedding(nn.Module):
    """A fixed sine and cosine vector for each position."""

    def __init__(self, max_context_length: int, d_model: int) -> None:
        super().__init__()
        if d_model % 2 != 0:
            raise ValueError(f"d_model must be even, got {d_model}")
        self.max_context_length = max_context_length
        self.d_model = d_model
        position = torch.arange(max_context_length, dtype=torch.float32).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float32) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_context_length, d_model)
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)

    def forward(self, seq_len: int) -> torch.Tensor:
        if seq_len > self.max_context_length:
            raise ValueError(f"sequence length {seq_len} exceeds max_context_length {self.max_context_length}")
        return self.pe[:seq_len]


class EmbeddingComposer(nn.Module):
    """Token vectors plus position vectors."""

    def __init__(self, token_embedding: nn.Module, positional_embedding: nn.Module) -> None:
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        seq_len = ids.shape[1]
        return self.token_embedding(ids) + self.positional_embedding(seq_len).unsqueeze(0)


def count_parameters(module: nn.Module) -> int:
    """Count the trainable parameters."""
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


@torch.no_grad()
def neighbour_cosine_curve(table: torch.Tensor, max_offset: int = 8) -> list[float]:
    """Mean cosine similarity of rows that lie 1 .. max_offset positions apart."""
    unit = nn.functional.normalize(table, dim=1)
    return [(unit[:-k] * unit[k:]).sum(dim=1).mean().item() for k in range(1, max_offset + 1)]
