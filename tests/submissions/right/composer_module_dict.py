"""The two parts are registered in a ModuleDict and summed with the built-in sum."""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.layers = nn.ModuleDict({"token": token_embedding, "position": positional_embedding})

    def forward(self, ids):
        inputs = {"token": ids, "position": ids.shape[1]}
        return sum(layer(inputs[name]) for name, layer in self.layers.items())
