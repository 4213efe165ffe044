from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.vectors = token_embedding.vectors

    def forward(self, hidden):
        return hidden.matmul(self.vectors.squeeze(0).t())
