"""Building the head freezes the matrix.

exercise: 5
misconception: none
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight
        self.weight.requires_grad_(False)

    def forward(self, hidden):
        return hidden @ self.weight.T
