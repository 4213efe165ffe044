"""Each distinct id is looked up once and its later places are detached.

exercise: 5
misconception: none
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        x = self.embedding(ids)
        same = ids.unsqueeze(2) == ids.unsqueeze(1)
        first = same.int().argmax(dim=2) == torch.arange(ids.shape[1])
        return torch.where(first.unsqueeze(-1), x, x.detach())
