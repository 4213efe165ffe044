"""TokenEmbedding is nn.Embedding itself, under another name."""

import torch
from torch import nn
from torch.nn import Embedding as TokenEmbedding


class LearnedPositionalEmbedding(TokenEmbedding):
    def forward(self, seq_len):
        if seq_len > self.num_embeddings:
            raise ValueError("seq_len exceeds max_context_length")
        return self.weight[:seq_len]


class SinusoidalPositionalEmbedding(LearnedPositionalEmbedding):
    def reset_parameters(self):
        # called once by nn.Embedding.__init__; the formula instead of random numbers
        position = torch.arange(self.num_embeddings).double()
        k2 = torch.arange(0, self.embedding_dim, 2).double()
        angle = torch.outer(position, torch.pow(10000.0, -k2 / self.embedding_dim))
        self.weight.requires_grad_(False)
        self.weight[:, 0::2] = angle.sin()
        self.weight[:, 1::2] = angle.cos()


class EmbeddingComposer(nn.ModuleList):
    def __init__(self, *parts):
        super().__init__(parts)

    def forward(self, ids):
        token_embedding, positional_embedding = self
        return token_embedding(ids) + positional_embedding(ids.shape[1])
