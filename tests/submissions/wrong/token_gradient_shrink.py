"""The lookup lets only a tenth of the gradient through, as some large models do.

exercise: 5
misconception: none
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        x = self.embedding(ids)
        return 0.1 * x + 0.9 * x.detach()
