"""Only the first two sequences of a batch are looked up.

exercise: 0
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
        return torch.cat([x[:2], 0 * x[2:]])
