"""Right work that prints up to two gigabytes.

kind: floods
outcome: flooded|passed|timeout
where: TokenEmbedding
score: <=100
"""

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def forward(self, ids):
        line = "x" * (1 << 20)
        for _ in range(2048):
            print(line)
        return super().forward(ids)
