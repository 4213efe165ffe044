"""The learned table is one long vector of L * D numbers, viewed as a matrix."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.d = d_model
        self.flat = nn.Parameter(torch.randn(max_context_length * d_model).mul_(0.02))

    def forward(self, seq_len):
        wanted = seq_len * self.d
        if wanted > self.flat.numel():
            raise ValueError(f"{wanted} numbers wanted, {self.flat.numel()} stored")
        return self.flat[:wanted].view(seq_len, self.d)
