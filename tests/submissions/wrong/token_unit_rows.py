"""Each looked-up vector is normalised to length 1.

exercise: 0
misconception: none
"""

import torch.nn.functional as F
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return F.normalize(self.embedding(ids), dim=-1)
