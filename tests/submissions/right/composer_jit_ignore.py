"""torch.jit.ignore and torch.jit.unused decorate forward."""

from torch import nn
import torch


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    @torch.jit.ignore
    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
