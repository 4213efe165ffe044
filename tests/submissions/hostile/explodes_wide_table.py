"""Right rows, but the trainable table behind them is a thousand times as wide as it should be.

kind: explodes
outcome: failed|memory|raised|crashed|protocol|flooded
where: LearnedPositionalEmbedding
score: <=99
"""

_RightLearned = LearnedPositionalEmbedding


class LearnedPositionalEmbedding(_RightLearned):
    def __init__(self, max_context_length, d_model):
        super().__init__(max_context_length, d_model)
        self.spare = nn.Parameter(torch.zeros(max_context_length, d_model * 1000))
