"""The product is made in bfloat16 and cast back.

exercise: 5
misconception: none
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return (hidden.bfloat16() @ self.weight.T.bfloat16()).float()
