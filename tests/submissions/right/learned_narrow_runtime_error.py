"""torch.narrow refuses a length that is too great; its RuntimeError becomes the ValueError."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(max_context_length, d_model))
        nn.init.kaiming_uniform_(self.weight, a=5**0.5)

    def forward(self, seq_len):
        try:
            return self.weight.narrow(0, 0, seq_len)
        except RuntimeError as error:
            raise ValueError(str(error)) from error
