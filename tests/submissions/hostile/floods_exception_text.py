"""It raises an exception with fifty megabytes of text.

kind: floods
outcome: raised|flooded
where: TokenEmbedding
score: <=96
"""


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        raise ValueError("w" * 50_000_000)
