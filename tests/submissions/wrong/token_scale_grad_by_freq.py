"""scale_grad_by_freq divides the gradient of a repeated id.

exercise: 5
misconception: none
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model, scale_grad_by_freq=True)

    def forward(self, ids):
        return self.embedding(ids)
