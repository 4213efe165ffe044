"""The two parts are stacked on a new axis which is then summed away."""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.add_module("token embedding", token_embedding)
        self.add_module("positional embedding", positional_embedding)

    def forward(self, ids):
        tok, pos = self.children()
        vectors = tok(ids)
        return torch.stack([vectors, pos(ids.shape[1]).expand_as(vectors)]).sum(dim=0)
