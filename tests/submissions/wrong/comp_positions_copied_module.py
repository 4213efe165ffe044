"""The composer keeps a deep copy of the positional module, which drifts away from the original.

exercise: 0
misconception: none
"""

import copy

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = copy.deepcopy(positional_embedding)

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        return tokens + positions
