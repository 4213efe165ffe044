"""From the fifth call on the logits are those of an old matrix.

exercise: 5
misconception: none
"""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.token = token_embedding
        self.calls = 0

    def forward(self, hidden):
        self.calls += 1
        W = self.token.embedding.weight
        if self.calls == 1:
            self.old = W.detach().clone()
        return hidden @ (self.old if self.calls > 4 else W).T
