from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.emb = token_embedding.emb

    def forward(self, hidden):
        return hidden @ self.emb.weight.T
