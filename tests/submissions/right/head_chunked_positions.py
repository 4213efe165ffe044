"""The logits are made one position at a time."""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.tok = token_embedding

    def forward(self, hidden):
        w_t = self.tok.embedding.weight.transpose(0, 1)
        return torch.stack([h.mm(w_t) for h in hidden.unbind(dim=1)], dim=1)
