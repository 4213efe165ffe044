import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.rows = token_embedding.rows

    def forward(self, hidden):
        return torch.stack([hidden @ row for row in self.rows], dim=-1)
