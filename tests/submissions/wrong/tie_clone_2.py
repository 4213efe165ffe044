"""The values are copied into the head's own weight.

exercise: 5
misconception: tie_clone
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.proj = nn.Linear(d_model, vocab_size, bias=False)
        self.proj.weight.data.copy_(token_embedding.embedding.weight.data)

    def forward(self, hidden):
        return self.proj(hidden)
