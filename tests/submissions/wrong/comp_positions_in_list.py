"""Only the positions are kept in a plain list.

exercise: 0
misconception: none
"""

from torch import nn
import torch


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token = token_embedding
        self.rest = [positional_embedding]

    def forward(self, ids):
        return self.token(ids) + self.rest[0](ids.shape[1])
