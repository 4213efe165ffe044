"""The head is made by a function and runs a closure."""

from torch import nn


class Apply(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn

    def forward(self, x):
        return self.fn(x)


def TiedLMHead(token_embedding):
    return Apply(lambda hidden: hidden.matmul(token_embedding.embedding.weight.t()))
