"""from_pretrained freezes the token matrix by default.

exercise: 1
misconception: token_frozen
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding.from_pretrained(torch.randn(vocab_size, d_model))

    def forward(self, ids):
        return self.embedding(ids)
