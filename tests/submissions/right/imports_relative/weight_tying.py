from torch import nn

from .embeddings import TokenEmbedding


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding: TokenEmbedding):
        super().__init__()
        assert isinstance(token_embedding, TokenEmbedding)
        self.weight = token_embedding.table.weight

    def forward(self, hidden):
        return hidden @ self.weight.T
