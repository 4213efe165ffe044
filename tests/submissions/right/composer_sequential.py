"""The composer is an nn.Sequential: the token embedding, then a layer that adds positions."""

from torch import nn


class AddPositions(nn.Module):
    def __init__(self, positions):
        super().__init__()
        self.positions = positions

    def forward(self, x):
        return x + self.positions(x.shape[1])


def EmbeddingComposer(token_embedding, positional_embedding):
    return nn.Sequential(token_embedding, AddPositions(positional_embedding))
