"""As many positions as the largest id says, cut to the length.

exercise: 0
misconception: none
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        rows = self.positional_embedding(int(ids.max()) + 1)
        return self.token_embedding(ids) + rows[: ids.shape[1]]
