"""Right outputs, but the module contains itself as a submodule.

kind: explodes
outcome: failed|raised|passed|timeout|crashed
where: TokenEmbedding
score: <=100
"""

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def __init__(self, vocab_size, d_model):
        super().__init__(vocab_size, d_model)
        self.myself = self
