"""An abstract base class does the work; the two children only make their tables."""

from abc import ABC, abstractmethod

import torch
from torch import nn


class PositionalEmbedding(nn.Module, ABC):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.d_model = d_model
        self.make_table()

    @abstractmethod
    def make_table(self): ...

    @property
    @abstractmethod
    def rows(self): ...

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("maximum context length exceeded")
        return self.rows[:seq_len]


class LearnedPositionalEmbedding(PositionalEmbedding):
    def make_table(self):
        self.embedding = nn.Embedding(self.max_context_length, self.d_model)

    @property
    def rows(self):
        return self.embedding.weight


class SinusoidalPositionalEmbedding(PositionalEmbedding):
    def make_table(self):
        self.register_buffer("pe", torch.empty(self.max_context_length, self.d_model))
        t = torch.arange(self.max_context_length).double()
        for k in range(self.d_model // 2):
            self.pe[:, 2 * k] = torch.sin(t / 10000 ** (2 * k / self.d_model))
            self.pe[:, 2 * k + 1] = torch.cos(t / 10000 ** (2 * k / self.d_model))

    @property
    def rows(self):
        return self.pe
