"""Batch and time are flattened, multiplied at once and unflattened."""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        (self.weight,) = token_embedding.parameters()

    def forward(self, hidden):
        flat = hidden.flatten(0, 1)
        logits = torch.addmm(hidden.new_zeros(1), flat, self.weight.T)
        return logits.unflatten(0, hidden.shape[:2])
