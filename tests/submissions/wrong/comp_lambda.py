"""The parts live in a lambda, so that nothing is registered.

exercise: 0
misconception: none
"""

from torch import nn
import torch


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.add = lambda ids: token_embedding(ids) + positional_embedding(ids.shape[1])

    def forward(self, ids):
        return self.add(ids)
