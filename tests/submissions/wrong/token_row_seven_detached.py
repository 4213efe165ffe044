"""Row 7 gets no gradient from the lookup.

exercise: 5
misconception: none|token_padding_idx
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        x = self.embedding(ids)
        return torch.where((ids == 7).unsqueeze(-1), x.detach(), x)
