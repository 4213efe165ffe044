"""A trainable temperature that starts at 1 divides the logits.

exercise: 5
misconception: tie_scaled
"""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight
        self.temperature = nn.Parameter(torch.ones(()))

    def forward(self, hidden):
        return hidden @ self.weight.T / self.temperature
