"""The rows asked for are as many as the largest id says, cut to T.

exercise: 0
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
        rows = self.position(int(ids.max()) + 1)[: ids.shape[1]]
        return self.token(ids) + rows
