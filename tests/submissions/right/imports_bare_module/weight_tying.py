import embeddings as E
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding: "E.TokenEmbedding"):
        super().__init__()
        assert isinstance(token_embedding, E.TokenEmbedding)
        self.weight = token_embedding.emb.weight

    def forward(self, hidden):
        return hidden @ self.weight.T


if __name__ == "__main__":
    head = TiedLMHead(E.TokenEmbedding(10, 4))
    print(head)
