"""Only the first place of a repeated id gets its row; the later places stay zero.

exercise: 0
misconception: none
"""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        flat = ids.reshape(-1)
        out = torch.zeros(flat.shape[0], self.embedding.embedding_dim)
        for token in flat.unique():
            first = (flat == token).nonzero()[0]
            out[first] = self.embedding(token)
        return out.reshape(*ids.shape, -1)
