"""Every row is a Parameter, but they sit in a Python list that the module does not see.

exercise: 1
misconception: learned_plain_tensor
"""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.rows = [nn.Parameter(torch.randn(d_model) * 0.02) for _ in range(max_context_length)]

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"only {self.max_context_length} positions, got {seq_len}")
        return torch.stack(self.rows[:seq_len])
