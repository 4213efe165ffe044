"""The hidden vectors are flattened with view() and the logits shaped back."""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        batch, length, width = hidden.shape
        logits = hidden.view(-1, width) @ self.weight.T
        return logits.view(batch, length, -1)
