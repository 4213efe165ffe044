"""It returns empty tensors of absurd shapes: 60 axes, or a zero next to a huge length.

kind: lies_about_equality
outcome: failed|raised|protocol
where: SinusoidalPositionalEmbedding
score: <=90
"""

_shapes = [(1,) * 60, (0, 1 << 62), (0,), (), (1 << 40, 0, 1 << 20)]


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()

    def forward(self, seq_len):
        _shapes.append(_shapes.pop(0))
        return torch.zeros(_shapes[-1])
