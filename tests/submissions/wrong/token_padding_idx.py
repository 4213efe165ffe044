"""padding_idx=0 stops the lookup gradient of token 0.

exercise: 5
misconception: token_padding_idx
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model, padding_idx=0)

    def forward(self, ids):
        return self.embedding(ids)
