"""The lookup returns a list of tensors, one for each sequence.

exercise: 0
misconception: none
spills: 3, 5 because a list can neither be composed nor be fed to a head
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return [self.embedding(row) for row in ids]
