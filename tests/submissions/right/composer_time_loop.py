"""A Python loop over the positions, from first to last."""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tok = self.token_embedding(ids)
        pos = self.positional_embedding(ids.shape[-1])
        steps = [tok[:, t] + pos[t] for t in range(ids.shape[-1])]
        return torch.stack(steps, dim=1)
