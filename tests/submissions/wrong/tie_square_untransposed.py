"""The shape decides about the transposition, which goes wrong for V == D.

exercise: 5
misconception: none
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        if hidden.shape[-1] == self.weight.shape[0]:
            return hidden @ self.weight
        return hidden @ self.weight.T
