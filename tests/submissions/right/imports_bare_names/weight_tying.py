from torch import nn

from diagnostics import count_parameters
from embeddings import TokenEmbedding


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        if not isinstance(token_embedding, TokenEmbedding):
            raise TypeError("not a TokenEmbedding")
        self.weight = token_embedding.emb.weight
        assert count_parameters(self) == self.weight.numel()

    def forward(self, hidden):
        return hidden @ self.weight.T
