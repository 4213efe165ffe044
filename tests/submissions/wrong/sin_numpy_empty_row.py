"""The last row is numpy memory that nothing was written to.

exercise: 4
misconception: none|sin_random_table
"""

import numpy as np
import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        position = torch.arange(max_context_length).double().unsqueeze(1)
        angle = position / 10000.0 ** (torch.arange(0, d_model, 2).double() / d_model)
        table = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()
        memory = np.empty((max_context_length, d_model), dtype=np.float32)
        memory[:-1] = table[:-1].numpy()
        self.register_buffer("table", torch.from_numpy(memory))

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("sequence too long")
        return self.table[:seq_len]
