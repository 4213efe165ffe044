"""An honest debugger: a few hundred lines of output per call, which cost nothing.

kind: floods
outcome: passed
where: TokenEmbedding
score: ==100
"""

import sys

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def forward(self, ids):
        for number in range(100):
            print("debug", number, tuple(ids.shape))
            print("debug", number, file=sys.stderr)
        return super().forward(ids)
