"""It asks torch for one tensor of four terabytes.

kind: explodes
outcome: memory|raised|failed|crashed
where: LearnedPositionalEmbedding
score: <=95
"""


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(10**12))
