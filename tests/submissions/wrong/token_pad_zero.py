"""Token 0 is taken for padding and its vector is set to zero after the lookup.

exercise: 0
misconception: none
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        x = self.embedding(ids)
        return x * (ids != 0).unsqueeze(-1)
