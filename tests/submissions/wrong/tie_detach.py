"""The matrix is detached on the output side.

exercise: 5
misconception: tie_detach
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return hidden @ self.weight.detach().T
