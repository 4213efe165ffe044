"""Each call of any module returns another odd value: numbers without axes, empty, ragged, not finite, huge, text, types, exceptions.

kind: lies_about_equality
outcome: failed|raised
where: EmbeddingComposer, LearnedPositionalEmbedding, SinusoidalPositionalEmbedding, TokenEmbedding
score: <=65
"""

_ODD = [
    torch.tensor(1.0),
    torch.zeros(0),
    torch.zeros(0, 7),
    torch.full((1,), float("nan")),
    torch.full((3, 4), float("inf")),
    torch.zeros((1,) * 12),
    torch.full((5, 6), 1e308, dtype=torch.float64),
    torch.ones(4, dtype=torch.bool),
    torch.ones(2, 3, dtype=torch.int64),
    0.0,
    True,
    [],
    [[]],
    None,
    "rows",
    {},
    ValueError("returned"),
    ValueError,
    NotImplemented,
]


class _Odd(nn.Module):
    def __init__(self, *arguments):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(()))

    def forward(self, anything):
        _ODD.append(_ODD.pop(0))
        return _ODD[-1]


TokenEmbedding = LearnedPositionalEmbedding = SinusoidalPositionalEmbedding = EmbeddingComposer = _Odd
