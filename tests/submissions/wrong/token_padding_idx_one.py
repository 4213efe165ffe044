"""padding_idx=1: one ordinary token never learns.

exercise: 5
misconception: token_padding_idx
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model, padding_idx=1)

    def forward(self, ids):
        return self.embedding(ids)
