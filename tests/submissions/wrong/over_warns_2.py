"""An error line goes to the log and the rows that exist are returned.

exercise: 3
misconception: over_warns
"""

import logging

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len > self.table.shape[0]:
            logging.error("sequence of %d tokens is too long", seq_len)
        return self.table[:seq_len]
