"""The state of the embedding is loaded into a fresh linear layer.

exercise: 5
misconception: tie_clone
"""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.proj = nn.Linear(d_model, vocab_size, bias=False)
        self.proj.load_state_dict({"weight": token_embedding.embedding.weight})

    def forward(self, hidden):
        return self.proj(hidden)
