"""A LayerNorm sits in front of the projection.

exercise: 5
misconception: tie_extra_layernorm
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.proj = nn.Linear(d_model, vocab_size, bias=False)
        self.proj.weight = token_embedding.embedding.weight
        self.norm = nn.LayerNorm(d_model)

    def forward(self, hidden):
        return self.proj(self.norm(hidden))
