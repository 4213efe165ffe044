"""The ids are looked up one at a time in Python and stacked."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        nn.init.xavier_uniform_(self.embedding.weight)

    def forward(self, ids):
        rows = self.embedding.weight
        return torch.stack([torch.stack([rows[i] for i in line]) for line in ids.tolist()])
