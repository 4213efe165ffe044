"""A composer whose forward is given to torch.compile."""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token = token_embedding
        self.position = positional_embedding

    @torch.compile
    def forward(self, ids):
        return self.token(ids) + self.position(ids.shape[1])
