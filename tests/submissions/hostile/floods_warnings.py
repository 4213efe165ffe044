"""Right work that issues twenty thousand different warnings.

kind: floods
outcome: passed|flooded
where: TokenEmbedding
score: <=100
"""

import warnings

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def __init__(self, vocab_size, d_model):
        super().__init__(vocab_size, d_model)
        warnings.simplefilter("always")
        for number in range(20_000):
            warnings.warn(f"warning number {number} of the student", stacklevel=1)
