"""The files have Windows line endings."""

import torch
from torch import nn

NOTE = """positions
over two lines"""


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) * 0.02)

    def forward(self, ids):
        B, T = ids.shape
        return self.weight.index_select(0, ids.reshape(-1)).reshape(B, T, -1)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len > self.weight.shape[0]:
            raise ValueError(NOTE)
        return self.weight[:seq_len]


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        angle = torch.arange(max_context_length)[:, None] \
            / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
        self.register_buffer("table", torch.stack([angle.sin(), angle.cos()], -1).flatten(1).float())

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            raise ValueError(NOTE)
        return self.table[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
