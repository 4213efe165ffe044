"""Dropout of 0.1 is applied to the sum in training mode.

exercise: 0
misconception: comp_dropout
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        return self.dropout(tokens + positions)
