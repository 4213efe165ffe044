"""The learned table has a batch axis of one, as in vision transformers; forward drops it."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.pos_embed = nn.Parameter(torch.zeros(1, max_context_length, d_model))
        nn.init.trunc_normal_(self.pos_embed, std=0.02)

    def forward(self, seq_len):
        if seq_len > self.pos_embed.shape[1]:
            raise ValueError(f"sequence length {seq_len} exceeds {self.pos_embed.shape[1]}")
        return self.pos_embed[0, :seq_len]
