"""The sinusoid computed by numpy in float64 and handed to torch at the end."""

import numpy as np
import torch
from torch import nn


def get_angles(pos, i, d_model):
    return pos / np.power(10000, (2 * (i // 2)) / np.float64(d_model))


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        angles = get_angles(
            np.arange(max_context_length)[:, np.newaxis],
            np.arange(d_model)[np.newaxis, :],
            d_model,
        )
        angles[:, 0::2] = np.sin(angles[:, 0::2])
        angles[:, 1::2] = np.cos(angles[:, 1::2])
        self.register_buffer("angles", torch.from_numpy(angles).float())

    def forward(self, seq_len):
        if not seq_len <= len(self.angles):
            raise ValueError(f"only {len(self.angles)} positions available")
        return self.angles[:seq_len]
