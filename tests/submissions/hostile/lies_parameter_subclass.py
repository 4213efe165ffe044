"""Its table is a Parameter subclass that says it is empty and needs no gradient, while it is trainable.

kind: lies_about_equality
outcome: failed
where: SinusoidalPositionalEmbedding
score: <=99
"""

_RightSinusoidal = SinusoidalPositionalEmbedding


class _Modest(nn.Parameter):
    def numel(self):
        return 0

    def nelement(self):
        return 0

    @property
    def requires_grad(self):
        return False


class SinusoidalPositionalEmbedding(_RightSinusoidal):
    def __init__(self, max_context_length, d_model):
        super().__init__(max_context_length, d_model)
        table = self.table
        del self.table
        self.table = _Modest(table)
