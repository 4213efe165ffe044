"""forward returns a nested list of floats.

exercise: 0
misconception: none
"""

import numpy as np
import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_len = max_context_length
        pos = np.arange(max_context_length)[:, None]
        i = np.arange(d_model)[None, :]
        angles = pos / np.power(10000.0, 2 * (i // 2) / d_model)
        angles[:, 0::2] = np.sin(angles[:, 0::2])
        angles[:, 1::2] = np.cos(angles[:, 1::2])
        self.register_buffer("table", torch.tensor(angles, dtype=torch.float32))

    def forward(self, seq_len):
        if seq_len > self.max_len:
            raise ValueError(f"{seq_len} positions asked, {self.max_len} available")
        return self.table[:seq_len].tolist()
