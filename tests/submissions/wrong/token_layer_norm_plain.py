"""A LayerNorm without numbers of its own rewrites every row.

exercise: 0
misconception: none
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.norm = nn.LayerNorm(d_model, elementwise_affine=False)

    def forward(self, ids):
        return self.norm(self.embedding(ids))
