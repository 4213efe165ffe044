"""The token matrix is the D x V weight of an nn.Linear, one column per token."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.linear = nn.Linear(vocab_size, d_model, bias=False)

    def forward(self, ids):
        x = nn.functional.one_hot(ids, self.linear.in_features)
        return self.linear(x.float())


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.linear = nn.Linear(max_context_length, d_model, bias=False)

    def forward(self, seq_len):
        if seq_len > self.linear.in_features:
            raise ValueError(f"{seq_len} > {self.linear.in_features}")
        return self.linear.weight.t()[:seq_len]


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.linear = nn.Linear(max_context_length, d_model, bias=False)
        self.linear.requires_grad_(False)
        t = torch.arange(max_context_length, dtype=torch.float64)
        for k in range(d_model // 2):
            w = 10000.0 ** (-2 * k / d_model)
            self.linear.weight[2 * k] = torch.sin(w * t)
            self.linear.weight[2 * k + 1] = torch.cos(w * t)

    def forward(self, seq_len):
        if seq_len > self.linear.in_features:
            raise ValueError(f"{seq_len} > {self.linear.in_features}")
        return self.linear.weight.t()[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.size(1))
