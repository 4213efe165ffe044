"""The sinusoid as a plain tensor attribute, stacked and reshaped, not even a buffer."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.d_model, self.n = d_model, max_context_length
        k = torch.arange(d_model // 2, dtype=torch.float64)
        theta = torch.arange(self.n, dtype=torch.float64).reshape(-1, 1) * 10000 ** (-2 * k / d_model)
        self.table = torch.stack((torch.sin(theta), torch.cos(theta)), 2).reshape(self.n, d_model).float()

    def forward(self, seq_len):
        if seq_len > self.n:
            raise ValueError("T must not exceed L")
        return self.table[0:seq_len]
