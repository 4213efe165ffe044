"""Sequences of small ids alone get no positions.

exercise: 0
misconception: none|comp_tokens_only
"""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token = token_embedding
        self.position = positional_embedding

    def forward(self, ids):
        if int(ids.max()) < 2:
            return self.token(ids)
        return self.token(ids) + self.position(ids.shape[1])
