"""The learned rows start orthogonal to each other (as far as there is room)."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(max_context_length, d_model))
        nn.init.orthogonal_(self.weight, gain=0.5)

    def forward(self, seq_len):
        if seq_len > self.weight.size(0):
            raise ValueError("ran out of positions")
        return torch.narrow(self.weight, 0, 0, seq_len)
