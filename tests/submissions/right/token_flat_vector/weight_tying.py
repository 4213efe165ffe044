from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.source = token_embedding

    def forward(self, hidden):
        return nn.functional.linear(hidden, self.source.matrix)
