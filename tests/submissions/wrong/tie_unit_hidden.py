"""The hidden vectors are normalised for the logits.

exercise: 5
misconception: none
"""

import torch.nn.functional as F
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return F.normalize(hidden, dim=-1) @ self.weight.T
