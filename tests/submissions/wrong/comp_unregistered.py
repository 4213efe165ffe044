"""The composer keeps its parts in a tuple, so an optimizer over it trains nothing.

exercise: 0
misconception: none
"""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        # The parts belong to the model that made them; a tuple hides them from this module.
        self.parts = (token_embedding, positional_embedding)

    def forward(self, ids):
        tok, pos = self.parts
        return pos(ids.shape[1]) + tok(ids)
