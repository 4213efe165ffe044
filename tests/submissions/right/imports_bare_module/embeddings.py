"""The files import each other as whole modules: import embeddings."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return self.emb(ids)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.emb = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        if seq_len > self.emb.num_embeddings:
            raise ValueError("too long")
        return self.emb(torch.arange(seq_len))


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        import diagnostics as diag  # here, because diagnostics imports this file too

        angle = torch.arange(max_context_length).double()[:, None] * 2 * torch.pi
        angle = angle / torch.tensor(diag.wavelengths(d_model), dtype=torch.float64)
        self.register_buffer("pe", torch.stack([angle.sin(), angle.cos()], -1).view(-1, d_model).float())

    def forward(self, seq_len):
        if seq_len > len(self.pe):
            raise ValueError("too long")
        return self.pe[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
