"""A batch of more sequences than L is refused: the axes of the ids are mixed up.

exercise: 3
misconception: none
"""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token = token_embedding
        self.position = positional_embedding

    def forward(self, ids):
        self.position(max(ids.shape))
        return self.token(ids) + self.position(ids.shape[1])
