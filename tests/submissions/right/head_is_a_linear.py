"""A factory returns a plain nn.Linear whose weight is the shared Parameter."""

from torch import nn


def TiedLMHead(token_embedding):
    weight = token_embedding.embedding.weight
    head = nn.Linear(*reversed(weight.shape), bias=False)
    del head.weight
    head.weight = weight
    return head
