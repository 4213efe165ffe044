"""The position number is added to the ids before the lookup.

exercise: 0
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
        positions = self.positional_embedding(ids.shape[1])
        steps = torch.arange(ids.shape[1])
        vocab_size = self.token_embedding.embedding.weight.shape[0]
        tokens = self.token_embedding((ids + steps) % vocab_size)
        return tokens + positions
