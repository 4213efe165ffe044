"""The sinusoid stored as D x L, returned as a fresh copy the right way round."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        pos = torch.arange(max_context_length, dtype=torch.float64)
        rows = []
        for k in range(d_model // 2):
            rows.append(torch.sin(pos * 10000 ** (-2 * k / d_model)))
            rows.append(torch.cos(pos * 10000 ** (-2 * k / d_model)))
        self.register_buffer("features", torch.vstack(rows).float())  # (D, L)

    def forward(self, seq_len):
        if seq_len > self.features.size(1):
            raise ValueError("sequence too long for this table")
        return self.features[:, :seq_len].T.clone()
