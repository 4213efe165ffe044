"""Sine and cosine stacked on a new last axis and flattened, in a buffer that is not saved."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length: int, d_model: int) -> None:
        super().__init__()
        inv_freq = 1.0 / 10000 ** (torch.arange(0, d_model, 2).float() / d_model)
        angle = torch.outer(torch.arange(max_context_length).float(), inv_freq)
        pe = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(start_dim=-2)
        self.register_buffer("pe", pe, persistent=False)

    def forward(self, seq_len: int) -> torch.Tensor:
        limit, _ = self.pe.shape
        if seq_len > limit:
            raise ValueError(f"{seq_len=} > {limit=}")
        return self.pe[:seq_len]
