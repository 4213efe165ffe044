"""A list of lists of math.sin and math.cos turned into a tensor."""

import math

import torch
from torch import nn


def row(p, d_model):
    functions = (math.sin, math.cos)
    return [functions[i % 2](p * math.exp(-math.log(10000) * (i - i % 2) / d_model)) for i in range(d_model)]


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.rows = [row(p, d_model) for p in range(max_context_length)]

    def forward(self, seq_len):
        if seq_len > len(self.rows):
            raise ValueError("not enough rows")
        return torch.tensor(self.rows[:seq_len])
