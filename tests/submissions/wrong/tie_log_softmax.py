"""log_softmax is applied: the loss is the same, the logits are not.

exercise: 5
misconception: tie_softmax
"""

import torch.nn.functional as F
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.proj = nn.Linear(d_model, vocab_size, bias=False)
        self.proj.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return F.log_softmax(self.proj(hidden), dim=-1)
