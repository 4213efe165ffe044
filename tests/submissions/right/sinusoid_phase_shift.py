"""Only sines: the cosine is a sine that is a quarter turn ahead."""

import math

import torch
from torch import nn

QUARTER_TURN = math.pi / 2


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        omega = torch.tensor([10000 ** (-2 * (i // 2) / d_model) for i in range(d_model)], dtype=torch.float64)
        phase = torch.tensor([0.0, QUARTER_TURN], dtype=torch.float64).repeat(d_model // 2)
        pos = torch.arange(max_context_length, dtype=torch.float64)
        self.register_buffer("pe", torch.sin(torch.addcmul(phase, pos[:, None], omega)).float())

    def forward(self, seq_len):
        if seq_len > self.pe.shape[0]:
            raise ValueError("too many positions")
        return self.pe[:seq_len]
