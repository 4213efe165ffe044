"""Building the head draws the token matrix anew with a smaller scale."""

import torch
from torch import nn
from torch.nn import functional as F


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        emb = token_embedding.embedding
        emb.weight = nn.Parameter(torch.randn_like(emb.weight) * emb.embedding_dim**-0.5)
        self.emb = emb

    def forward(self, hidden):
        return F.linear(hidden, self.emb.weight, bias=None)
