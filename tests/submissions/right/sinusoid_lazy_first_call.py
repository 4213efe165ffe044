"""The table does not exist until the first call needs it."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.shape = (max_context_length, d_model)
        self.pe = None

    def _build(self):
        length, width = self.shape
        freq = 10000.0 ** -(torch.arange(0, width, 2, dtype=torch.float64) / width)
        angle = torch.arange(length, dtype=torch.float64).unsqueeze(-1) * freq
        pe = torch.zeros(length, width)
        pe[:, torch.arange(0, width, 2)] = angle.sin().float()
        pe[:, torch.arange(1, width, 2)] = angle.cos().float()
        return pe

    def forward(self, seq_len):
        if seq_len > self.shape[0]:
            raise ValueError(f"context length is {self.shape[0]}, got {seq_len}")
        if self.pe is None:
            self.pe = self._build()
        return self.pe[:seq_len]
