"""The token matrix has 50257 rows whatever the vocabulary is.

exercise: 1
misconception: none
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(50257, d_model)

    def forward(self, ids):
        return self.embedding(ids)
