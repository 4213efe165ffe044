"""The last place of each sequence gets no gradient.

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
        return torch.cat([x[:, :-1], x[:, -1:].detach()], dim=1)
