from torch import nn


class TiedLMHead(nn.Module):
    """The embedding knows how to go back to the vocabulary; the head only asks."""

    def __init__(self, token_embedding):
        super().__init__()
        self.token_embedding = token_embedding

    def forward(self, hidden):
        return self.token_embedding.unembed(hidden)
