import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.matrix = token_embedding.matrix

    def forward(self, hidden):
        return torch.einsum("btd,vd->btv", hidden, self.matrix)
