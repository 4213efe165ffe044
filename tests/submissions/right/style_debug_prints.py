"""Debugging prints and log lines were left in every forward."""

import logging
import sys

import torch
from torch import nn

log = logging.getLogger(__name__)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)
        print("weight:", tuple(self.weight.shape))

    def forward(self, seq_len):
        print("seq_len =", seq_len, file=sys.stderr)
        log.warning("about to slice")
        if seq_len > self.weight.shape[0]:
            print("ERROR: too long!")
            raise ValueError("too long")
        return self.weight[:seq_len]


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding

    def forward(self, ids):
        print("ids", ids.shape, "first row", ids[0].tolist())
        out = self.token_embedding(ids) + self.positional_embedding(ids.shape[1])
        print("out", out.shape, out.dtype, end="\n\n")
        return out
