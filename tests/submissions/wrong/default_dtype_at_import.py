"""The file switches torch's default dtype to float64 at import time.

exercise: 0
misconception: none
spills: 5 because float32 hidden vectors cannot meet a float64 matrix
"""

import torch
from torch import nn

torch.set_default_dtype(torch.float64)


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return self.embedding(ids)
