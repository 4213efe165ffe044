"""The batch is compared with the width.

exercise: 3
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
        if ids.shape[0] > x.shape[2]:
            raise ValueError("too long")
        return x + self.positional_embedding(ids.shape[1])
