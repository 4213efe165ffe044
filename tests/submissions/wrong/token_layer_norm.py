"""A LayerNorm after the lookup rewrites every row.

exercise: 0
misconception: none
spills: 1 because the norm owns numbers of its own
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, ids):
        return self.norm(self.embedding(ids))
