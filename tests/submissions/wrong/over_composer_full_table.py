"""The full table is sliced, so only the failing sum reports the length (not for L = 1).

exercise: 3
misconception: none
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        limit = self.positional_embedding.max_context_length
        positions = self.positional_embedding(limit)[: ids.shape[1]]
        return tokens + positions
