"""Right outputs, but the module is wrapped in ten thousand empty modules, one in the other.

kind: explodes
outcome: failed|raised|memory|timeout|crashed|passed
where: TokenEmbedding
score: <=100
"""

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def __init__(self, vocab_size, d_model):
        super().__init__(vocab_size, d_model)
        inner = nn.Module()
        for _ in range(10_000):
            outer = nn.Module()
            outer.inner = inner
            inner = outer
        self.tower = inner
