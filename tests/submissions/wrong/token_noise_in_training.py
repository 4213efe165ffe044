"""Gaussian noise is added to the looked-up rows while training.

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
        if self.training:
            x = x + 0.01 * torch.randn_like(x)
        return x
