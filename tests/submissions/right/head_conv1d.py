"""A convolution with kernel size 1 over the positions."""

import torch.nn.functional as F
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        kernel = self.weight.unsqueeze(-1)  # (V, D, 1)
        return F.conv1d(hidden.permute(0, 2, 1), kernel).permute(0, 2, 1)
