"""from_pretrained wraps the same memory in a second Parameter.

exercise: 5
misconception: tie_new_parameter_alias
"""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        matrix = token_embedding.embedding.weight
        self.out = nn.Embedding.from_pretrained(matrix, freeze=False)

    def forward(self, hidden):
        return torch.matmul(hidden, self.out.weight.transpose(0, 1))
