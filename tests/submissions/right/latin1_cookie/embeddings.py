# -*- coding: latin-1 -*-
import torch
from torch import nn

MENSAJE = "posición más allá de la tabla (¡máximo %d!)"


class TokenEmbedding(nn.Module):
    # La tabla de los símbolos: una fila por número.
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return self.embedding(ids)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.tamaño = max_context_length
        self.embedding = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        if seq_len > self.tamaño:
            raise ValueError(MENSAJE % self.tamaño)
        return self.embedding(torch.arange(seq_len))


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.tamaño = max_context_length
        ángulo = torch.arange(max_context_length)[:, None] / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
        self.register_buffer("tabla", torch.stack([ángulo.sin(), ángulo.cos()], -1).flatten(1).float())

    def forward(self, seq_len):
        if seq_len > self.tamaño:
            raise ValueError(MENSAJE % self.tamaño)
        return self.tabla[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        return self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
