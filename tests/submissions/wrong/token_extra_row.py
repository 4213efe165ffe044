"""The token matrix has one row more than the vocabulary, kept for unknown tokens.

exercise: 1
misconception: none
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size + 1, d_model)

    def forward(self, ids):
        return self.embedding(ids)
