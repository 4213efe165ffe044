"""view refuses hidden vectors that are not contiguous.

exercise: 5
misconception: none
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        batch, length, width = hidden.shape
        logits = hidden.view(-1, width) @ self.weight.T
        return logits.view(batch, length, -1)
