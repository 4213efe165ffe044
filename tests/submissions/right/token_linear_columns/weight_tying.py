from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.embed = token_embedding.linear

    def forward(self, hidden):
        return hidden @ self.embed.weight  # (B, T, D) @ (D, V)
