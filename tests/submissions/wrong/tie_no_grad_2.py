"""The decorator torch.no_grad() sits on forward.

exercise: 5
misconception: tie_no_grad
"""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.proj = nn.Linear(d_model, vocab_size, bias=False)
        self.proj.weight = token_embedding.embedding.weight

    @torch.no_grad()
    def forward(self, hidden):
        return self.proj(hidden)
