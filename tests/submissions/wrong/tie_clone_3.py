"""The whole embedding module is deep-copied.

exercise: 5
misconception: tie_clone
"""

import copy

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.embedding = copy.deepcopy(token_embedding)

    def forward(self, hidden):
        return hidden @ self.embedding.embedding.weight.T
