"""The learned table is drawn by numpy."""

import numpy as np
import torch
from torch import nn

rng = np.random.default_rng()


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        start = rng.standard_normal((max_context_length, d_model)).astype(np.float32)
        self.embedding = nn.Embedding.from_pretrained(torch.from_numpy(start), freeze=False)

    def forward(self, seq_len):
        if seq_len > self.embedding.num_embeddings:
            raise ValueError("seq_len > num_embeddings")
        return self.embedding(torch.arange(0, seq_len))
