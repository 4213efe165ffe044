"""All positional rows and sums are NaN, infinite or too large to square, in the right shapes.

kind: lies_about_equality
outcome: failed|raised
where: LearnedPositionalEmbedding, SinusoidalPositionalEmbedding, EmbeddingComposer
score: <=75
"""

_VALUES = [float("nan"), float("inf"), -float("inf"), 3e38]


class _Extreme(nn.Module):
    def __init__(self, rows, columns):
        super().__init__()
        self.size = (rows, columns) if isinstance(rows, int) else (99, 4)
        self.weight = nn.Parameter(torch.randn(self.size))

    def forward(self, asked):
        _VALUES.append(_VALUES.pop(0))
        shape = (asked, self.size[1]) if isinstance(asked, int) else (*asked.shape, self.size[1])
        return torch.full(shape, _VALUES[-1])


LearnedPositionalEmbedding = SinusoidalPositionalEmbedding = EmbeddingComposer = _Extreme
