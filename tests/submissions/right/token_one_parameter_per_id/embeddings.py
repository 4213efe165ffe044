"""Every token id and every position has its own little Parameter."""

import torch
from torch import nn


class Rows(nn.ParameterList):
    def __init__(self, n, d_model):
        super().__init__([nn.Parameter(torch.randn(d_model) * 0.02) for _ in range(n)])

    def matrix(self):
        return torch.stack(tuple(self))


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.rows = Rows(vocab_size, d_model)

    def forward(self, ids):
        flat = [self.rows[i] for i in ids.flatten().tolist()]
        return torch.stack(flat).unflatten(0, ids.shape)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.rows = Rows(max_context_length, d_model)

    def forward(self, seq_len):
        try:
            return torch.stack([self.rows[p] for p in range(seq_len)])
        except IndexError:
            raise ValueError(f"position {len(self.rows)} does not exist") from None


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length, self.d_model = max_context_length, d_model
        self.cache = {}

    def row(self, p):
        if p not in self.cache:
            pair = torch.arange(self.d_model) // 2
            angle = p * 10000.0 ** (-2 * pair.double() / self.d_model)
            odd = torch.arange(self.d_model) % 2
            self.cache[p] = torch.sin(angle + odd * torch.pi / 2).float()
        return self.cache[p]

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"position {self.max_context_length} does not exist")
        return torch.stack([self.row(p) for p in range(seq_len)])


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
