"""The position rows are copied the first time a length is seen, so later values are not used.

exercise: 0
misconception: none
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding
        self.seen = {}

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        length = ids.shape[1]
        if length not in self.seen:
            self.seen[length] = self.positional_embedding(length).detach().clone()
        positions = self.seen[length]
        return tokens + positions
