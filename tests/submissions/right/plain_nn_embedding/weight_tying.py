from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        V, D = token_embedding.weight.shape
        self.decoder = nn.Linear(D, V, bias=False)
        self.decoder.weight = token_embedding.weight

    def forward(self, hidden):
        return self.decoder(hidden)
