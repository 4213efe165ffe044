"""A hook clips the gradient of the shared matrix to a norm of 0.01.

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
        self.proj.weight.register_hook(lambda g: g * (0.01 / (g.norm() + 1e-6)).clamp(max=1))

    def forward(self, hidden):
        return self.proj(hidden)
