"""The head keeps the whole token embedding as a child and uses F.linear."""

import torch.nn.functional as F
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.token_embedding = token_embedding

    def forward(self, hidden):
        return F.linear(hidden, self.token_embedding.embedding.weight)
