"""The logits by einsum; the Parameter sits in a ParameterList."""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.shared = nn.ParameterList([token_embedding.embedding.weight])

    def forward(self, hidden):
        return torch.einsum("btd,vd->btv", hidden, self.shared[0])
