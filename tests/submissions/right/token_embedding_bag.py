"""The lookup is an nn.EmbeddingBag with one token in every bag."""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab_size, d_model, mode="sum")

    def forward(self, ids):
        batch, length = ids.shape
        bags = ids.reshape(-1, 1)  # B*T bags of one token each
        return self.embedding(bags).reshape(batch, length, -1)
