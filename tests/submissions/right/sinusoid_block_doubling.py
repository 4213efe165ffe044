"""The table grows by doubling: the second half of a block is the first half rotated."""

import torch
from torch import nn


def build(length, d_model):
    omega = torch.tensor(10000.0, dtype=torch.float64) ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    block = torch.ones(1, d_model // 2, dtype=torch.complex128)  # exp(i * 0)
    while block.size(0) < length:
        turn = torch.polar(torch.ones_like(omega), omega * block.size(0))
        block = torch.cat([block, block * turn])
    block = block[:length]
    return torch.stack([block.imag, block.real], dim=-1).reshape(length, d_model).float()


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.register_buffer("pe", build(max_context_length, d_model))

    def forward(self, seq_len):
        if seq_len > self.pe.shape[0]:
            raise ValueError("sequence does not fit into the table")
        return self.pe[:seq_len]
