"""Its error message uses bidirectional overrides, invisible characters, tags and piles of accents to show other words.

kind: floods
outcome: raised|failed
where: EmbeddingComposer
score: <=95
"""


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()

    def forward(self, ids):
        raise ValueError(
            "outcome: \u202edessap\u202c \u2066\u2067\u2068x\u2069 \u200b\u200c\u200d\u2060\ufeff\u00ad "
            "\u061c\u200e\u200f \U000e0041\U000e007f a" + "\u0301" * 5000 + " \u2028\u2029\u0085 \ufffe\uffff"
        )
