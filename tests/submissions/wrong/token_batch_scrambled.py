"""The ids are transposed before the lookup and the result is only reshaped back.

exercise: 0
misconception: none
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        batch, length = ids.shape
        x = self.embedding(ids.t())
        return x.reshape(batch, length, -1)
