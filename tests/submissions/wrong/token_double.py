"""The token matrix and its output are float64.

exercise: 0
misconception: comp_float64
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model, dtype=torch.float64)

    def forward(self, ids):
        return self.embedding(ids)
