"""Right outputs, but the module owns twenty thousand extra parameters.

kind: explodes
outcome: failed|memory|timeout|protocol|flooded
where: TokenEmbedding
score: <=99
"""

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def __init__(self, vocab_size, d_model):
        super().__init__(vocab_size, d_model)
        one = torch.zeros(1)
        self.extra = nn.ParameterList(nn.Parameter(one.clone()) for _ in range(20_000))
