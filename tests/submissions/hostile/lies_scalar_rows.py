"""Both positional modules answer every length with one number without axes.

kind: lies_about_equality
outcome: failed|raised
where: LearnedPositionalEmbedding, SinusoidalPositionalEmbedding
score: <=80
"""


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(max_context_length, d_model))

    def forward(self, seq_len):
        return self.weight.sum()


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()

    def forward(self, seq_len):
        return 0.0
