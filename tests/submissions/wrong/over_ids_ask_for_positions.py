"""As many positions as the largest id says are asked for, and cut to the length.

exercise: 3
misconception: over_checks_ids
"""

from torch import nn
import torch


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        n = ids.shape[1]
        rows = self.positional_embedding(max(n, int(ids.max()) + 1))
        return self.token_embedding(ids) + rows[:n]
