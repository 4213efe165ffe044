"""A tensor subclass reports the shape that was asked for while it holds a single number.

kind: lies_about_equality
outcome: failed|raised|protocol
where: LearnedPositionalEmbedding
score: <=95
"""


class _Tailored(torch.Tensor):
    @property
    def shape(self):
        return torch.Size(self.claimed)

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]

    def numel(self):
        return self.shape.numel()

    def dim(self):
        return 2


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(max_context_length, d_model))

    def forward(self, seq_len):
        result = self.weight[0, :1].as_subclass(_Tailored)
        result.claimed = (seq_len, self.weight.shape[1])
        return result
