"""The composer is a plain class without nn.Module: it cannot be called.

exercise: 0
misconception: none
spills: 3 because the composer cannot be called
"""

class EmbeddingComposer:
    def __init__(self, token_embedding, positional_embedding):
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tokens = self.token_embedding(ids)
        positions = self.positional_embedding(ids.shape[1])
        return tokens + positions
