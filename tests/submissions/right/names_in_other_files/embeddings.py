"""The tied head stands beside the token embedding, and the sinusoid in diagnostics.py."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model))

    def forward(self, ids):
        return nn.functional.embedding(ids, self.weight)


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.weight

    def forward(self, hidden):
        return hidden @ self.weight.T
