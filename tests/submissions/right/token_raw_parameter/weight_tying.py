from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.W = token_embedding.W

    def forward(self, hidden):
        return hidden @ self.W.T
