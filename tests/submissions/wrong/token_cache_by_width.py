"""Matrices are kept by d_model alone, so a second vocabulary gets the first one's.

exercise: 0
misconception: none
spills: 1, 3, 5 because a later instance owns a matrix of the wrong height
"""

from torch import nn

_tables = {}


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        if d_model not in _tables:
            _tables[d_model] = nn.Embedding(vocab_size, d_model)
        self.embedding = _tables[d_model]

    def forward(self, ids):
        return self.embedding(ids)
