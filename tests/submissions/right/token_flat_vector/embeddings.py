"""The token matrix is one long vector of V * D numbers."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.shape = (vocab_size, d_model)
        self.numbers = nn.Parameter(0.02 * torch.randn(vocab_size * d_model))

    @property
    def matrix(self):
        return self.numbers.view(self.shape)

    def forward(self, ids):
        d = self.shape[1]
        # row i starts at i * d
        where = ids.unsqueeze(-1) * d + torch.arange(d)
        return self.numbers[where]


class LearnedPositionalEmbedding(TokenEmbedding):
    def forward(self, seq_len):
        if seq_len > self.shape[0]:
            raise ValueError("vector too short")
        return self.matrix[:seq_len]


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.shape = (max_context_length, d_model)
        n = torch.arange(max_context_length * d_model)
        p, i = n // d_model, n % d_model
        angle = p / 10000 ** ((i - i % 2).double() / d_model)
        self.register_buffer("numbers", torch.where(i % 2 == 0, angle.sin(), angle.cos()).float())

    def forward(self, seq_len):
        if seq_len > self.shape[0]:
            raise ValueError("vector too short")
        return self.numbers.as_strided((seq_len, self.shape[1]), (self.shape[1], 1))


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
