"""A Python loop over the sequences of the batch."""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.a = token_embedding
        self.b = positional_embedding

    def forward(self, ids):
        outputs = []
        for sequence in ids:
            vectors = self.a(sequence.unsqueeze(0)).squeeze(0)
            outputs.append(vectors + self.b(len(sequence)))
        return torch.stack(outputs, dim=0)
