"""The composer compares token ids with the context length.

exercise: 3
misconception: over_checks_ids
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        if ids.max() >= self.positional_embedding.max_context_length:
            raise ValueError("token id outside the context")
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        return tokens + positions
