from torch import nn

from student.embeddings import TokenEmbedding


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding: TokenEmbedding):
        super().__init__()
        if not isinstance(token_embedding, TokenEmbedding):
            raise TypeError("TiedLMHead needs a TokenEmbedding")
        self.weight = token_embedding.table.weight

    def forward(self, hidden):
        return hidden @ self.weight.T
