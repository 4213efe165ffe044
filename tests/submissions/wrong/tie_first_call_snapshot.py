"""The transposed matrix is copied at the first call and never looked at again.

exercise: 5
misconception: tie_clone
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.tok = token_embedding
        self.matrix = None

    def forward(self, hidden):
        if self.matrix is None:
            self.matrix = self.tok.embedding.weight.detach().t().clone()
        return hidden @ self.matrix
