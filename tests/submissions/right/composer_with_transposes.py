"""The sum is taken with time first and turned back afterwards."""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        time_first = self.token_embedding(ids).transpose(0, 1)  # (T, B, D)
        positions = self.positional_embedding(time_first.size(0)).unsqueeze(1)  # (T, 1, D)
        return (time_first + positions).transpose(0, 1)
