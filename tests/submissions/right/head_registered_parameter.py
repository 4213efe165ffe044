"""The same Parameter is registered in the head under its own name and used as h @ W.T."""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.register_parameter("weight", token_embedding.embedding.weight)

    def forward(self, hidden):
        return hidden @ self.weight.T
