"""The lookup is multiplied by sqrt(d_model).

exercise: 0
misconception: token_sqrt_scale
"""

import math

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.d_model = d_model

    def forward(self, ids):
        return self.embedding(ids) * math.sqrt(self.d_model)
