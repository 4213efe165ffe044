"""The positions are spread over the batch by einsum with a vector of ones."""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.te = token_embedding
        self.pe = positional_embedding

    def forward(self, ids):
        B, T = ids.shape
        return self.te(ids) + torch.einsum("b,td->btd", torch.ones(B), self.pe(T))
