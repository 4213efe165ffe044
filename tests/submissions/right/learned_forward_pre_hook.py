"""The length is checked in a forward pre-hook, not in forward."""

import torch
from torch import nn


def check_length(module, args):
    (seq_len,) = args
    if seq_len > module.max_context_length:
        raise ValueError(f"{type(module).__name__}: {seq_len} > {module.max_context_length}")


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.table = nn.Parameter(torch.empty(max_context_length, d_model))
        nn.init.xavier_uniform_(self.table)
        self.register_forward_pre_hook(check_length)

    def forward(self, seq_len):
        return self.table[:seq_len]
