"""The composer starts the positions again after every L tokens.

exercise: 3
misconception: none
"""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        limit = self.positional_embedding.max_context_length
        left = ids.shape[1]
        parts = []
        while left > 0:
            parts.append(self.positional_embedding(min(left, limit)))
            left -= limit
        positions = torch.cat(parts)
        return tokens + positions
