"""The sinusoid built from complex exponentials."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        omega = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
        angle = torch.arange(max_context_length, dtype=torch.float64)[:, None] * omega
        # i * exp(-i a) = sin a + i cos a: real part first, imaginary part second
        z = 1j * torch.exp(-1j * angle)
        self.register_buffer("waves", torch.view_as_real(z).flatten(1).to(torch.float32))

    def forward(self, seq_len):
        if self.waves.shape[0] < seq_len:
            raise ValueError("Sequence is longer than max_context_length.")
        return self.waves[:seq_len]
