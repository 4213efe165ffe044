"""The ids are flattened with view() and the rows shaped back."""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.d_model = d_model
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        batch, length = ids.shape
        rows = self.embedding(ids.view(-1))
        return rows.view(batch, length, self.d_model)
