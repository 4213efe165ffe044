"""Both parts are added in place onto a fresh tensor of zeros."""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.parts = nn.ModuleList([token_embedding, positional_embedding])

    def forward(self, ids):
        tok, pos = self.parts
        vectors = tok(ids)
        total = torch.zeros_like(vectors)
        total += vectors
        total += pos(ids.shape[1])
        return total
