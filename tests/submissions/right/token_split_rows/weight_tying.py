import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.token_embedding = token_embedding

    def forward(self, hidden):
        parts = (self.token_embedding.frequent, self.token_embedding.rare)
        return torch.cat([hidden @ part.T for part in parts], dim=2)
