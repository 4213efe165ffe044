"""torch.jit.script_if_tracing on a helper."""

from torch import nn
import torch


@torch.jit.script_if_tracing
def add(a, b):
    return a + b


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return add(self.token_embedding(ids), self.positional_embedding(ids.shape[1]))
