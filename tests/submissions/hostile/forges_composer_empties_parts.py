"""Its constructor makes both parts answer zeros, so that the sum of what they answer is zeros.

kind: forges
outcome: failed|not_run
where: EmbeddingComposer
score: <=93
"""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token, self.position = token_embedding, positional_embedding
        width = token_embedding(torch.zeros(1, 1, dtype=torch.int64)).shape[-1]
        self.width = width
        token_embedding.forward = lambda ids: torch.zeros(*ids.shape, width)
        positional_embedding.forward = lambda length: torch.zeros(length, width)

    def forward(self, ids):
        return torch.zeros(*ids.shape, self.width)
