"""The position vectors are put in front as extra tokens instead of being added.

exercise: 0
misconception: comp_concat
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
        positions = self.positional_embedding(ids.shape[1])
        positions = positions.unsqueeze(0).repeat(ids.shape[0], 1, 1)
        return torch.cat([positions, tokens], dim=1)
