"""The first head's matrix is kept on the class and given to every later head.

exercise: 5
misconception: none
varies: the class keeps one matrix, so what it does depends on which sizes came first
"""

from torch import nn


class TiedLMHead(nn.Module):
    matrix = None

    def __init__(self, token_embedding):
        super().__init__()
        if TiedLMHead.matrix is None:
            TiedLMHead.matrix = token_embedding.embedding.weight

    def forward(self, hidden):
        return hidden @ TiedLMHead.matrix.T
