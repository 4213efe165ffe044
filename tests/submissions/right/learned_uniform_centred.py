"""The learned table starts uniform around zero."""

from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.embed = nn.Embedding(max_context_length, d_model)
        self.embed.weight.data.uniform_(-0.1, 0.1)

    def forward(self, seq_len):
        if seq_len > self.embed.num_embeddings:
            raise ValueError("Context overflow")
        return self.embed.weight[:seq_len]
