"""A LayerNorm inside, and a head that reads the student's own attribute name.

exercise: 0
misconception: none
"""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.emb = nn.Embedding(vocab_size, d_model)
        self.norm = nn.LayerNorm(d_model, elementwise_affine=False)

    def forward(self, ids):
        return self.norm(self.emb(ids))


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.emb.weight

    def forward(self, hidden):
        return hidden @ self.weight.T
