"""The head has no weight of its own, only a property that asks the token embedding."""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self._source = [token_embedding]  # a list: not registered as a child

    @property
    def weight(self):
        return self._source[0].embedding.weight

    def forward(self, hidden):
        return torch.inner(hidden, self.weight)
