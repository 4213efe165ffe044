"""The learned table is stored as D x L and turned round in forward."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.columns = nn.Parameter(torch.empty(d_model, max_context_length))
        nn.init.xavier_normal_(self.columns)

    def forward(self, seq_len):
        if seq_len > self.columns.size(1):
            raise ValueError("no such position")
        return self.columns.mT[:seq_len]
