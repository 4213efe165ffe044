import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.emb.weight

    def forward(self, hidden):
        return hidden @ self.weight.T
