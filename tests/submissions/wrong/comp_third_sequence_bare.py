"""Positions are added to the first two sequences only.

exercise: 0
misconception: none
"""

from torch import nn
import torch


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        x = self.token_embedding(ids)
        p = self.positional_embedding(ids.shape[1])
        return torch.cat([x[:2] + p, x[2:]])
