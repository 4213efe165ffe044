"""The embedding gets a fresh Parameter after the head has taken the old one.

exercise: 5
misconception: tie_clone
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight
        token_embedding.embedding.weight = nn.Parameter(self.weight.detach().clone())

    def forward(self, hidden):
        return hidden @ self.weight.T
