"""All eight names in one file."""

import math

import torch
from torch import nn
from torch.nn import functional as F


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.embedding.weight, std=0.02)

    def forward(self, ids):
        return self.embedding(ids)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.embedding = nn.Embedding(max_context_length, d_model)
        nn.init.normal_(self.embedding.weight, std=0.02)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("seq_len > max_context_length")
        return self.embedding(torch.arange(seq_len))


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        t = torch.arange(max_context_length, dtype=torch.float32).unsqueeze(1)
        w = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float32) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_context_length, d_model)
        pe[:, 0::2] = torch.sin(t * w)
        pe[:, 1::2] = torch.cos(t * w)
        self.register_buffer("pe", pe)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("seq_len > max_context_length")
        return self.pe[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1]).unsqueeze(0)


def count_parameters(module):
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    return [F.cosine_similarity(table[:-k], table[k:], dim=-1).mean().item() for k in range(1, max_offset + 1)]


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return F.linear(hidden, self.weight)


if __name__ == "__main__":
    emb = TokenEmbedding(100, 16)
    model = nn.Sequential(EmbeddingComposer(emb, SinusoidalPositionalEmbedding(32, 16)), TiedLMHead(emb))
    print(model(torch.randint(0, 100, (2, 7))).shape, count_parameters(model))
