"""It returns one number expanded to ten thousand million, free until somebody copies it.

kind: lies_about_equality
outcome: failed|memory|protocol|raised|flooded
where: LearnedPositionalEmbedding
score: <=95
"""


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(max_context_length, d_model))

    def forward(self, seq_len):
        return self.weight[0, :1].expand(100_000, 100_000)
