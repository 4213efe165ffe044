import torch
from torch import nn
from torch.nn import functional as F


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.embedding = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        return self.embedding(torch.arange(seq_len))


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])


def neighbour_cosine_curve(table, max_offset=8):
    return [F.cosine_similarity(table[:-k], table[k:]).mean().item() for k in range(1, max_offset + 1)]
