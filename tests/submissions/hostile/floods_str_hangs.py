"""It raises an exception whose text is never finished.

kind: floods
outcome: timeout|raised
where: LearnedPositionalEmbedding
score: <=95
"""


class Rambler(ValueError):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        raise Rambler
