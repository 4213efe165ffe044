"""A hook halves the gradient of the shared matrix.

exercise: 5
misconception: none
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.proj = nn.Linear(d_model, vocab_size, bias=False)
        self.proj.weight = token_embedding.embedding.weight
        self.proj.weight.register_hook(lambda grad: grad / 2)

    def forward(self, hidden):
        return self.proj(hidden)
