"""Batch plus length is compared with the context length.

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
        if ids.shape[0] + ids.shape[1] > self.positional_embedding.max_context_length:
            raise ValueError("too long")
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
