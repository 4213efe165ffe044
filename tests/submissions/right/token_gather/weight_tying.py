from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.embedding = token_embedding

    def forward(self, hidden):
        return (self.embedding.table @ hidden.mT).mT
