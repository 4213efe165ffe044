"""object.__setattr__ keeps the embedding out of the head's children."""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        object.__setattr__(self, "token_embedding", token_embedding)

    def forward(self, hidden):
        w = self.token_embedding.embedding.weight
        return torch.bmm(hidden, w.T.expand(hidden.shape[0], -1, -1))
