"""It recurses without end under the ordinary limit: a RecursionError.

kind: explodes
outcome: raised|failed
where: EmbeddingComposer
score: <=95
"""


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()

    def forward(self, ids):
        return self(ids)
