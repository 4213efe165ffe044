"""The positions are expanded to the full batch before the sum."""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        B, T = ids.size()
        x = self.token_embedding(ids)
        p = self.positional_embedding(T)[None].expand(B, -1, -1)
        assert x.shape == p.shape
        return x + p
