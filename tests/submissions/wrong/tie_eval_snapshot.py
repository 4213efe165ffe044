"""In evaluation mode a copy from construction time is used.

exercise: 5
misconception: none
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight
        self.register_buffer("frozen", self.weight.detach().clone())

    def forward(self, hidden):
        weight = self.weight if self.training else self.frozen
        return hidden @ weight.T
