"""The first result is kept and given back for every later batch of the same shape.

exercise: 0
misconception: none
spills: 5 because the kept result hides later values of the matrix
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.cache = {}

    def forward(self, ids):
        key = tuple(ids.shape)
        if key not in self.cache:
            self.cache[key] = self.embedding(ids)
        return self.cache[key]
