"""padding_idx=0 is used and the row is drawn afresh, so only its gradient is missing.

exercise: 5
misconception: token_padding_idx
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model, padding_idx=0)
        nn.init.normal_(self.embedding.weight, std=0.02)

    def forward(self, ids):
        return self.embedding(ids)
