import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()

    def forward(self, given):
        return []
