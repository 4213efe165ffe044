"""nn.Parameter makes a second Parameter over the same memory.

exercise: 5
misconception: tie_new_parameter_alias
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = nn.Parameter(token_embedding.embedding.weight)

    def forward(self, hidden):
        return hidden @ self.weight.T
