"""The learned table lives in two Parameters, left and right columns."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        half = d_model // 2
        self.left = nn.Parameter(0.02 * torch.randn(max_context_length, half))
        self.right = nn.Parameter(0.02 * torch.randn(max_context_length, d_model - half))

    def forward(self, seq_len):
        if seq_len > self.left.shape[0]:
            raise ValueError("overflow of the position table")
        return torch.cat((self.left[:seq_len], self.right[:seq_len]), dim=-1)
