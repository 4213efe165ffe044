"""The token vectors are multiplied by sqrt(d_model) before the sum.

exercise: 0
misconception: comp_token_scaled
"""

import math

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        return tokens * math.sqrt(tokens.shape[-1]) + positions
