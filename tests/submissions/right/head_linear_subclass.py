"""TiedLMHead is an nn.Linear that never makes a weight of its own."""

from torch import nn


class TiedLMHead(nn.Linear):
    def __init__(self, token_embedding):
        nn.Module.__init__(self)
        self.out_features, self.in_features = token_embedding.embedding.weight.shape
        self.weight = token_embedding.embedding.weight
        self.register_parameter("bias", None)
