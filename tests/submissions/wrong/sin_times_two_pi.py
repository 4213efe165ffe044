"""The angles are given in turns: 2 pi times the formula's.

exercise: 4
misconception: sin_times_two_pi
"""

import numpy as np
import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        frequency = 1 / np.power(10000, np.arange(0, d_model, 2) / d_model)
        phase = 2 * np.pi * np.outer(np.arange(max_context_length), frequency)
        rows = np.zeros((max_context_length, d_model), dtype=np.float32)
        rows[:, ::2], rows[:, 1::2] = np.sin(phase), np.cos(phase)
        self.rows = torch.from_numpy(rows)

    def forward(self, seq_len):
        if seq_len > len(self.rows):
            raise ValueError("no row for the last position")
        return self.rows[:seq_len]
