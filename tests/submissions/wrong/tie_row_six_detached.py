"""Row 6 of the matrix gets no gradient from the logits.

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
        W = torch.cat([W[:6], W[6:7].detach(), W[7:]])
        return hidden @ W.T
