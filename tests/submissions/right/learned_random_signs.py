"""The learned table starts with random signs of one size."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        signs = torch.randint(0, 2, (max_context_length, d_model)) * 2 - 1
        self.p = nn.Parameter(signs * 0.02)

    def forward(self, seq_len):
        if seq_len > self.p.shape[0]:
            raise ValueError("more positions than the table has")
        return self.p[:seq_len] * 1
