"""Its module loops for ever on attributes, and its _parameters is a dictionary that never ends.

kind: lies_about_equality
outcome: raised|failed|timeout|crashed|memory|flooded
where: TokenEmbedding
score: <=96
"""


class _EndlessDict(dict):
    def items(self):
        while True:
            yield "weight", nn.Parameter(torch.zeros(1))

    def values(self):
        while True:
            yield nn.Parameter(torch.zeros(1))

    def __bool__(self):
        return True


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.__dict__["_parameters"] = _EndlessDict()

    def __getattr__(self, name):
        return getattr(self, name + "_")

    def forward(self, ids):
        return self.weight[ids]
