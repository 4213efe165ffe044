"""Only the even rows of the matrix get a gradient through the logits.

exercise: 5
misconception: none
"""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        even = torch.arange(len(self.weight)) % 2 == 0
        weight = torch.where(even[:, None], self.weight, self.weight.detach())
        return hidden @ weight.T
