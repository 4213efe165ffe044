"""Everything is a matrix product: one-hot ids, one-hot positions."""

import torch
from torch import nn
from torch.nn.functional import one_hot


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.vocab_size = vocab_size
        self.matrix = nn.Parameter(torch.randn(vocab_size, d_model))

    def forward(self, ids):
        return torch.einsum("btv,vd->btd", one_hot(ids, self.vocab_size).to(torch.float32), self.matrix)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.n = max_context_length
        self.matrix = nn.Parameter(torch.randn(max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > self.n:
            raise ValueError(f"one-hot positions go up to {self.n}")
        return torch.eye(seq_len, self.n) @ self.matrix


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.n = max_context_length
        position = torch.arange(self.n, dtype=torch.float64)
        frequency = torch.tensor([10000 ** (-2 * k / d_model) for k in range(d_model // 2)], dtype=torch.float64)
        angle = position.unsqueeze(1) @ frequency.unsqueeze(0)
        # put sine k into column 2k and cosine k into column 2k+1
        to_even = torch.eye(d_model, dtype=torch.float64)[0::2]
        to_odd = torch.eye(d_model, dtype=torch.float64)[1::2]
        self.register_buffer("matrix", (angle.sin() @ to_even + angle.cos() @ to_odd).float())

    def forward(self, seq_len):
        if seq_len > self.n:
            raise ValueError(f"one-hot positions go up to {self.n}")
        return torch.eye(seq_len, self.n) @ self.matrix


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids).add(self.positional_embedding(ids.shape[1]))
