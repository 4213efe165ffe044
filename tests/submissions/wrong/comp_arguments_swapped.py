"""The two constructor arguments are in the wrong order.

exercise: 0
misconception: none
spills: 3 because the composer cannot run at any length
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, positional_embedding, token_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        return tokens + positions
