"""Embedding dropout is active in training mode.

exercise: 0
misconception: none
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids):
        return self.dropout(self.embedding(ids))
