"""The buffer starts with one row and grows when a longer sequence arrives, up to the limit."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.limit = max_context_length
        self.d_model = d_model
        self.register_buffer("weights", self.get_embedding(1, d_model), persistent=False)

    @staticmethod
    def get_embedding(n, d_model):
        half = torch.arange(d_model // 2, dtype=torch.float64)
        freq = torch.pow(torch.tensor(10000.0, dtype=torch.float64), -half * 2 / d_model)
        arg = torch.arange(n, dtype=torch.float64).unsqueeze(1) * freq.unsqueeze(0)
        return torch.stack([arg.sin(), arg.cos()], dim=2).view(n, -1).float()

    def forward(self, seq_len):
        if seq_len > self.limit:
            raise ValueError(f"sequence of {seq_len} tokens, at most {self.limit} allowed")
        if seq_len > self.weights.size(0):
            self.weights = self.get_embedding(min(2 * seq_len, self.limit), self.d_model)
        return self.weights[:seq_len]
