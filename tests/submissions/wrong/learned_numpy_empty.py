"""The table is numpy memory that nothing was written to.

exercise: 2
misconception: none|learned_init_zeros
"""

import numpy as np
import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        memory = np.empty((max_context_length, d_model), dtype=np.float32)
        self.table = nn.Parameter(torch.from_numpy(memory))

    def forward(self, seq_len):
        if seq_len > len(self.table):
            raise ValueError("sequence too long")
        return self.table[:seq_len]
