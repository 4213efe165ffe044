from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.table = token_embedding.table

    def forward(self, hidden):
        return hidden @ self.table.T
