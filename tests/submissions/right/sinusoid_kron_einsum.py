"""Frequencies doubled by a Kronecker product, angles by einsum."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        f64 = torch.float64
        bands = torch.logspace(0, -(d_model - 2) / d_model, d_model // 2, base=10000.0, dtype=f64)
        per_column = torch.kron(bands, torch.ones(2, dtype=f64))
        angle = torch.einsum("p,d->pd", torch.arange(max_context_length, dtype=f64), per_column)
        is_cos = torch.kron(torch.ones(d_model // 2, dtype=f64), torch.tensor([0.0, 1.0], dtype=f64))
        self.register_buffer("pe", ((1 - is_cos) * angle.sin() + is_cos * angle.cos()).float())

    def forward(self, seq_len):
        if seq_len > self.pe.shape[0]:
            raise ValueError(f"sequence length {seq_len} not supported")
        return self.pe[:seq_len]
