"""A dataclass that is also an nn.Module."""

from dataclasses import dataclass

from torch import nn


@dataclass(eq=False)
class EmbeddingComposer(nn.Module):
    token_embedding: nn.Module
    positional_embedding: nn.Module

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        nn.Module.__init__(self)  # before the dataclass sets its fields
        return self

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
