"""The logits are scaled by D**-0.5, as in T5.

exercise: 5
misconception: tie_scaled
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return hidden @ self.weight.T * hidden.shape[-1] ** -0.5
