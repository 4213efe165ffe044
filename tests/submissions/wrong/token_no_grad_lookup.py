"""The lookup runs under no_grad.

exercise: 5
misconception: none
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        with torch.no_grad():
            return self.embedding(ids)
