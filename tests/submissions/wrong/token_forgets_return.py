"""forward computes the vectors and forgets to return them.

exercise: 0
misconception: none
spills: 3, 5 because nothing can be composed or fed to a head
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        x = self.embedding(ids)
