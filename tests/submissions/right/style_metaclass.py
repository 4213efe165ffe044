"""A metaclass puts the length check into every class made with it."""

import torch
from torch import nn


class Limited(type):
    def __new__(mcs, name, bases, body):
        inner = body["forward"]

        def forward(self, seq_len):
            if seq_len > self.max_context_length:
                raise ValueError(f"{name}: no more than {self.max_context_length} positions")
            return inner(self, seq_len)

        return super().__new__(mcs, name, bases, {**body, "forward": forward})

    def __call__(cls, max_context_length, d_model):
        module = super().__call__(max_context_length, d_model)
        module.max_context_length = max_context_length
        return module


class LearnedPositionalEmbedding(nn.Module, metaclass=Limited):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        return self.table[:seq_len]


class SinusoidalPositionalEmbedding(nn.Module, metaclass=Limited):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        omega = 1 / 10000 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
        angle = torch.arange(max_context_length)[:, None] * omega[None, :]
        self.register_buffer("table", torch.stack((angle.sin(), angle.cos()), -1).flatten(1).float())

    def forward(self, seq_len):
        return self.table[:seq_len]
