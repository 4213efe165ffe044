"""The position index runs along the batch axis: sequence b gets position b everywhere.

exercise: 0
misconception: comp_batch_axis
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[0])
        return tokens + positions.unsqueeze(1)
