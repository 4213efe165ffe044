"""It fills the registries of a module with numbers, text, itself and None in place of parameters and modules.

kind: lies_about_equality
outcome: failed|raised|missing
where: TokenEmbedding
score: <=96
"""


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self._parameters.update({"a": 42, "b": "text", "c": None, "d": self, "e": torch.ones(2)})
        self._modules.update({"f": 42, "g": "text", "h": None, "i": self, "j": print})
        self._buffers.update({"k": 42})

    def forward(self, ids):
        return torch.zeros(*ids.shape, 4)
