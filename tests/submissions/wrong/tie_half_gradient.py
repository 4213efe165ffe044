"""Half of the matrix is detached on the output side: right logits, half the gradient.

exercise: 5
misconception: none
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        weight = 0.5 * self.weight + 0.5 * self.weight.detach()
        return hidden @ weight.T
