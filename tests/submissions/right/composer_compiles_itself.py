"""The module compiles itself, and helpers of torch.compiler."""

from torch import nn
import torch


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding
        self.compile()

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
