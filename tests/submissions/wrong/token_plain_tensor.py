"""The matrix is a plain tensor that requires grad, which no module lists.

exercise: 1
misconception: token_plain_tensor
spills: 5 because nothing of the embedding can be trained
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        weight = torch.randn(vocab_size, d_model, requires_grad=True)
        del self.embedding.weight
        self.embedding.weight = weight

    def forward(self, ids):
        return nn.functional.embedding(ids, self.embedding.weight)
