"""The matrix is memory that nothing was written to.

exercise: 0
misconception: none
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.embedding.weight = nn.Parameter(torch.empty(vocab_size, d_model))

    def forward(self, ids):
        return self.embedding(ids)
