"""super().__init__() is missing, so no submodule can be assigned.

exercise: 0
misconception: none
spills: 3 because no composer can be built
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        return tokens + positions
