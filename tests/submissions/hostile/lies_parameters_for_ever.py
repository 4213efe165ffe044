"""Right outputs, but parameters() and named_parameters() never stop yielding.

kind: lies_about_equality
outcome: failed|raised|timeout|memory|passed|flooded
where: TokenEmbedding
score: <=100
"""

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def parameters(self, recurse=True):
        while True:
            yield self.embedding.weight

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        for number in range(10**9):
            yield f"{prefix}weight{number}", nn.Parameter(torch.zeros(1))
