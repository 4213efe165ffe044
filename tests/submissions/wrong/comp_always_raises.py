"""Every call raises a RuntimeError.

exercise: 0
misconception: none
spills: 3 because the length cannot be looked at
"""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token = token_embedding
        self.position = positional_embedding

    def forward(self, ids):
        return self.token(ids) @ self.position(ids.shape[1])[:0]
