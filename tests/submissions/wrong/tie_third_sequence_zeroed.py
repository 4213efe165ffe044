"""Only the first two sequences get logits.

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
        logits = hidden @ W.T
        return torch.cat([logits[:2], 0 * logits[2:]])
