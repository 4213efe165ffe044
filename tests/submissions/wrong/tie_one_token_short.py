"""The last token of the vocabulary gets no logit.

exercise: 5
misconception: none
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return hidden @ self.weight[:-1].T
