"""The learned table keeps the default start of nn.Embedding, and its IndexError becomes the ValueError."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.position_embeddings = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        position_ids = torch.arange(seq_len, dtype=torch.long)
        try:
            return self.position_embeddings(position_ids)
        except IndexError:
            raise ValueError("position outside of the table")
