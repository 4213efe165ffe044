"""The result is viewed with a width of 64.

exercise: 0
misconception: none
spills: 3 because the composer cannot run for other widths
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        x = tokens + positions
        return x.view(ids.shape[0], -1, 64)
