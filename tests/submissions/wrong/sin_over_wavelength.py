"""The angle is the position divided by the wavelength, as a share of a turn.

exercise: 4
misconception: sin_over_wavelength
"""

import math

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_len = max_context_length
        k = torch.arange(d_model // 2, dtype=torch.float64)
        wavelength = 2 * math.pi * 10000.0 ** (2 * k / d_model)
        angle = torch.arange(max_context_length)[:, None] / wavelength
        waves = torch.stack([angle.sin(), angle.cos()], dim=-1)
        self.register_buffer("waves", waves.flatten(1).float())

    def forward(self, seq_len):
        if seq_len > self.max_len:
            raise ValueError(f"{seq_len} > {self.max_len}")
        return self.waves[:seq_len]
