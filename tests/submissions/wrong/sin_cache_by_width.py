"""The frequencies live on the class, so narrower modules use those of a wider one.

exercise: 4
misconception: sin_fixed_dim
"""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    freq = None

    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        cls = type(self)
        if cls.freq is None or len(cls.freq) < d_model // 2:
            cls.freq = 10000.0 ** (-torch.arange(0, d_model, 2) / d_model)
        angle = torch.outer(torch.arange(max_context_length).float(), cls.freq[: d_model // 2])
        pe = torch.stack([angle.sin(), angle.cos()], dim=2)
        self.register_buffer("pe", pe.reshape(max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        return self.pe[:seq_len]
