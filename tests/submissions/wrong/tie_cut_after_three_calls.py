"""The gradient is cut after three calls.

exercise: 5
misconception: none|tie_detach
"""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.token = token_embedding
        self.calls = 0

    def matrix(self):
        (matrix,) = self.token.parameters()
        return matrix

    def forward(self, hidden):
        self.calls += 1
        matrix = self.matrix()
        if self.calls > 3:
            matrix = matrix.detach()
        return hidden @ matrix.T
