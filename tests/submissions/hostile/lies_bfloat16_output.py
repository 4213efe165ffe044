"""It returns bfloat16, a dtype that numpy does not know.

kind: lies_about_equality
outcome: failed
where: TokenEmbedding
score: <=99
"""

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def forward(self, ids):
        return super().forward(ids).bfloat16()
