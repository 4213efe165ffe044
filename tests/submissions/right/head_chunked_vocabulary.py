"""The logits are made in pieces of the vocabulary and concatenated."""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    chunk_size = 5

    def __init__(self, token_embedding):
        super().__init__()
        self.W = token_embedding.embedding.weight

    def forward(self, hidden):
        pieces = [torch.matmul(hidden, part.t()) for part in self.W.split(self.chunk_size)]
        return torch.cat(pieces, dim=-1)
