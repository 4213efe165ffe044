"""The logits are computed under no_grad.

exercise: 5
misconception: tie_no_grad
"""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        with torch.no_grad():
            return hidden @ self.weight.T
