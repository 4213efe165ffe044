"""torch.vmap over the batch."""

from torch import nn
import torch


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        p = self.positional_embedding(ids.shape[1])
        return torch.vmap(lambda x: x + p)(self.token_embedding(ids))
