"""It makes the positions answer zeros and returns the token vectors alone.

kind: forges
outcome: failed|not_run
where: EmbeddingComposer
score: <=94
"""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token, self.position = token_embedding, positional_embedding
        width = positional_embedding(1).shape[-1]
        positional_embedding.forward = lambda length: torch.zeros(length, width)

    def forward(self, ids):
        return self.token(ids)
