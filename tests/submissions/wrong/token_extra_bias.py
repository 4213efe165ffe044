"""The token embedding owns a trainable vector that nothing uses.

exercise: 1
misconception: none
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, ids):
        return self.embedding(ids)
