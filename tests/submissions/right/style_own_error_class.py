"""The error is a ValueError subclass with two arguments of its own."""

import torch
from torch import nn


class ContextOverflow(ValueError):
    """The sequence is longer than the context."""

    def __init__(self, seq_len, limit):
        super().__init__(f"{seq_len} tokens do not fit into a context of {limit}")
        self.seq_len = seq_len
        self.limit = limit


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.embedding = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        if seq_len > self.embedding.num_embeddings:
            raise ContextOverflow(seq_len, self.embedding.num_embeddings)
        return self.embedding(torch.arange(seq_len))
