"""The matrix is what the token embedding answers for every id."""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.register_buffer("all_ids", torch.arange(len(token_embedding.embedding.weight))[None])

    def forward(self, hidden):
        rows = self.token_embedding(self.all_ids).squeeze(0)  # (V, D)
        return hidden @ rows.T
