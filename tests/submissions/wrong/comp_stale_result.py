"""The result is kept per batch shape: a second batch gets the first one's vectors.

exercise: 0
misconception: none
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding
        self.cache = {}

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        if ids.shape not in self.cache:
            self.cache[ids.shape] = tokens + positions
        return self.cache[ids.shape]
