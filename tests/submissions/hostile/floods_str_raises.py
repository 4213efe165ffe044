"""It raises an exception whose text, repr and arguments raise in their turn.

kind: floods
outcome: raised
where: TokenEmbedding
score: <=96
"""


class Thorny(Exception):
    def __str__(self):
        raise Thorny("again")

    def __repr__(self):
        raise KeyboardInterrupt

    def __getattribute__(self, name):
        raise Thorny(name)


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        raise Thorny("first")
