"""The token matrix does not require grad.

exercise: 1
misconception: token_frozen
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.embedding.weight.requires_grad = False

    def forward(self, ids):
        return self.embedding(ids)
