"""Each row is the row before it, rotated: sine and cosine are taken only once per band."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        step = torch.arange(0, d_model, 2, dtype=torch.float64).mul(-1 / d_model)
        step = torch.pow(torch.tensor(10000.0, dtype=torch.float64), step)
        sin1, cos1 = torch.sin(step), torch.cos(step)

        s, c = torch.zeros_like(step), torch.ones_like(step)  # position 0
        rows = []
        for _ in range(max_context_length):
            rows.append(torch.stack([s, c], dim=1).reshape(-1))
            # sin(a + w) and cos(a + w) by the addition theorems
            s, c = s * cos1 + c * sin1, c * cos1 - s * sin1
        self.register_buffer("table", torch.stack(rows).float())

    def forward(self, seq_len):
        if seq_len > len(self.table):
            raise ValueError(f"max context length is {len(self.table)}")
        return self.table[:seq_len]
