"""torch.add with a batch axis added by unsqueeze."""

import torch
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.tok, self.pos = token_embedding, positional_embedding

    def forward(self, ids):
        _, T = ids.shape
        return torch.add(input=self.tok(ids), other=self.pos(T).unsqueeze(0))
