"""Everything that can be checked is checked, as in the lesson: odd widths, dtypes, ranks."""

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        if vocab_size < 1 or d_model < 1:
            raise ValueError("sizes must be positive")
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        if ids.dtype != torch.int64:
            raise TypeError(f"ids must be int64, got {ids.dtype}")
        if ids.dim() != 2:
            raise ValueError(f"ids must be (B, T), got {tuple(ids.shape)}")
        if int(ids.min()) < 0 or int(ids.max()) >= self.embedding.num_embeddings:
            raise IndexError("id out of the vocabulary")
        return self.embedding(ids)


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        if d_model % 2:
            raise ValueError("d_model must be even")
        self.max_context_length = max_context_length
        pos = torch.arange(max_context_length).double().unsqueeze(1)
        freq = torch.exp(torch.arange(0, d_model, 2).double() * (-torch.tensor(1e4).double().log() / d_model))
        self.register_buffer("pe", torch.stack([(pos * freq).sin(), (pos * freq).cos()], 2).flatten(1).float())

    def forward(self, seq_len):
        if isinstance(seq_len, bool) or not isinstance(seq_len, int):
            raise TypeError("seq_len must be an int")
        if not 1 <= seq_len <= self.max_context_length:
            raise ValueError(f"seq_len must be in 1..{self.max_context_length}, got {seq_len}")
        return self.pe[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        for part in (token_embedding, positional_embedding):
            if not isinstance(part, nn.Module):
                raise TypeError("both parts must be nn.Module")
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        tok = self.token_embedding(ids)
        pos = self.positional_embedding(ids.shape[1])
        if tok.shape[1:] != pos.shape:
            raise ValueError(f"{tuple(tok.shape)} and {tuple(pos.shape)} do not fit")
        return tok + pos
