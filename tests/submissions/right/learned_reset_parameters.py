"""The learned table is a subclass of nn.Embedding with its own reset_parameters."""

import torch
from torch import nn


class LearnedPositionalEmbedding(nn.Embedding):
    def reset_parameters(self):
        # called by nn.Embedding.__init__
        nn.init.normal_(self.weight, std=0.02)

    def forward(self, seq_len):
        if seq_len > self.num_embeddings:
            raise ValueError(f"{seq_len} positions do not fit in {self.num_embeddings}")
        return super().forward(torch.arange(seq_len, device=self.weight.device))
