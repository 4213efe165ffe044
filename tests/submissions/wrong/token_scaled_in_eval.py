"""In evaluation mode the rows are scaled as if dropout had been used in training.

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
        if not self.training:
            x = x * 0.9
        return x
