"""object.__setattr__ keeps the parts out of the registry.

exercise: 0
misconception: none
"""

from torch import nn
import torch


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        object.__setattr__(self, "token_embedding", token_embedding)
        object.__setattr__(self, "positional_embedding", positional_embedding)

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
