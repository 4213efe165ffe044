"""The positions go on from call to call, as with a key-value cache.

exercise: 0
misconception: none
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding
        self.calls = 0

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        positions = positions.roll(-self.calls, dims=0)
        self.calls += 1
        return tokens + positions
