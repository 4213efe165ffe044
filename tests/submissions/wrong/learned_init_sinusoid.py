"""The learned table starts as a copy of the sinusoidal one.

exercise: 2
misconception: learned_init_sinusoid
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        position = torch.arange(max_context_length).float().unsqueeze(1)
        freq = 10000.0 ** (-torch.arange(0, d_model, 2).float() / d_model)
        table = torch.zeros(max_context_length, d_model)
        table[:, 0::2] = torch.sin(position * freq)
        table[:, 1::2] = torch.cos(position * freq)
        self.table = nn.Parameter(table)

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            raise ValueError(f"only {self.table.shape[0]} positions, got {seq_len}")
        return self.table[:seq_len]
