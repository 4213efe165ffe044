"""The sinusoid as a Parameter that does not require grad."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        pe = torch.zeros(max_context_length, d_model)
        pos = torch.arange(0, max_context_length).float()
        for k in range(d_model // 2):
            w = 1 / 10000 ** (2 * k / d_model)
            pe[:, 2 * k] = torch.sin(pos * w)
            pe[:, 2 * k + 1] = torch.cos(pos * w)
        self.pe = nn.Parameter(pe, requires_grad=False)

    def forward(self, seq_len):
        if seq_len > self.pe.size(0):
            raise ValueError("too long")
        return self.pe[:seq_len]
