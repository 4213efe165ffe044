"""A hook scales the gradient of the matrix by 0.1 for a slower embedding.

exercise: 5
misconception: none
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.embedding.weight.register_hook(lambda grad: 0.1 * grad)

    def forward(self, ids):
        return self.embedding(ids)
