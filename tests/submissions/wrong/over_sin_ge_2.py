"""The largest legal length is taken to be the last position, L-1.

exercise: 3
misconception: over_sin_ge
"""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.limit = max_context_length - 1
        p = torch.arange(max_context_length, dtype=torch.float64)
        k = torch.arange(d_model // 2, dtype=torch.float64)
        freq = 10000.0 ** (-2 * k / d_model)
        angle = p[:, None] * freq[None, :]
        pe = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)
        self.register_buffer("pe", pe.float())

    def forward(self, seq_len):
        if seq_len > self.limit:
            raise ValueError(f"T={seq_len} exceeds L={self.limit}")
        return self.pe[:seq_len]
