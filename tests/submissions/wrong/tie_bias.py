"""The head has a bias.

exercise: 5
misconception: tie_bias
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.proj = nn.Linear(d_model, vocab_size)
        self.proj.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return self.proj(hidden)
