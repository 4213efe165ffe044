"""An unused linear layer stays registered.

exercise: 5
misconception: tie_orphan_parameter
"""

import torch.nn.functional as F
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.proj = nn.Linear(d_model, vocab_size, bias=False)
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return F.linear(hidden, self.weight)
