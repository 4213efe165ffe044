"""Importing the file prints, seeds the generator and runs assertions."""

import warnings

import torch
from torch import nn

torch.manual_seed(42)
torch.set_printoptions(precision=3, sci_mode=False)
warnings.warn("this file is still a draft", stacklevel=1)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.embedding = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        if seq_len > self.embedding.num_embeddings:
            raise ValueError("too long")
        return self.embedding(torch.arange(seq_len))


_layer = LearnedPositionalEmbedding(8, 4)
print("learned table", _layer(3))
assert _layer(8).shape == (8, 4)
try:
    _layer(9)
except ValueError as e:
    print("as expected:", e)
else:
    raise AssertionError("9 positions were accepted")
