from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.halves = token_embedding

    def forward(self, hidden):
        left, right = hidden.split(self.halves.sizes, dim=-1)
        return left @ self.halves.a.T + right @ self.halves.b.T
