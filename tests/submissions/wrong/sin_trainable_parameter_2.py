"""The finished table is copied into an nn.Embedding that stays trainable.

exercise: 1
misconception: sin_from_pretrained_unfrozen
"""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.limit = max_context_length
        p = torch.arange(max_context_length, dtype=torch.float64)
        k = torch.arange(d_model // 2, dtype=torch.float64)
        freq = 10000.0 ** (-2 * k / d_model)
        angle = p[:, None] * freq[None, :]
        pe = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)
        self.pe = nn.Embedding(max_context_length, d_model)
        self.pe.weight.data = pe.float()

    def forward(self, seq_len):
        if seq_len > self.limit:
            raise ValueError(f"T={seq_len} exceeds L={self.limit}")
        return self.pe(torch.arange(seq_len))
