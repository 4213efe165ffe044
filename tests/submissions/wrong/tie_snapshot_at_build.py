"""The transposed matrix is a buffer copied when the head is built.

exercise: 5
misconception: tie_clone
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.register_buffer("matrix", token_embedding.embedding.weight.detach().T.clone())

    def forward(self, hidden):
        return hidden @ self.matrix
