"""The limit of the learned module is a global variable set by the module built last.

exercise: 3
misconception: none
"""

import torch
from torch import nn

MAX_CONTEXT = 0


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        global MAX_CONTEXT
        MAX_CONTEXT = max_context_length
        self.table = nn.Parameter(torch.randn(max_context_length, d_model) * 0.02)

    def forward(self, seq_len):
        if seq_len > MAX_CONTEXT:
            raise ValueError("sequence too long")
        return self.table[:seq_len]
