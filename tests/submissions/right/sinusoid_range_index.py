"""The ValueError comes from range.index, which raises it by itself."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.allowed = range(max_context_length + 1)
        p, k = torch.meshgrid(
            torch.arange(max_context_length, dtype=torch.double),
            torch.arange(d_model // 2, dtype=torch.double),
            indexing="ij",
        )
        angle = p * 10000 ** (-2 * k / d_model)
        self.register_buffer("pe", torch.dstack([angle.sin(), angle.cos()]).reshape(-1, d_model).float())

    def forward(self, seq_len):
        end = self.allowed.index(seq_len)  # ValueError: 65 is not in range
        return self.pe[:end]
