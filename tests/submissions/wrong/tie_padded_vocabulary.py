"""The vocabulary is padded to a multiple of 64 columns.

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
        pad = -len(self.weight) % 64
        return hidden @ F.pad(self.weight, (0, 0, 0, pad)).T
