"""The looked-up rows are scaled by the square root of the width at lookup time.

exercise: 0
misconception: token_sqrt_scale
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        x = self.embedding.weight[ids]
        return x * x.shape[-1] ** 0.5
