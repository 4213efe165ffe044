"""The parts live in a closure, so nothing of them is registered.

exercise: 0
misconception: none
"""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.add = lambda ids: token_embedding(ids) + positional_embedding(ids.shape[1])

    def forward(self, ids):
        return self.add(ids)
