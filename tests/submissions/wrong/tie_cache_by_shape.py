"""Matrices are kept by shape, so a second embedding of that shape gets the first one's.

exercise: 5
misconception: none|tie_untied
"""

from torch import nn

_weights = {}


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        weight = token_embedding.embedding.weight
        self.weight = _weights.setdefault(tuple(weight.shape), weight)

    def forward(self, hidden):
        return hidden @ self.weight.T
