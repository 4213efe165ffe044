"""No stored table: the rows are computed again in every call, in float32."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.d_model = d_model

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError(f"{seq_len} is more than {self.max_context_length}")
        pos = torch.arange(seq_len, dtype=torch.float32).unsqueeze(1)
        two_k = torch.arange(0, self.d_model, 2, dtype=torch.float32)
        angle = pos / torch.pow(10000.0, two_k / self.d_model)
        out = torch.empty(seq_len, self.d_model)
        out[:, ::2] = angle.sin()
        out[:, 1::2] = angle.cos()
        return out
