"""The positions get their new axis in the middle, so they line up with the batch.

exercise: 0
misconception: comp_wrong_broadcast
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
        return tokens + positions.unsqueeze(1)
