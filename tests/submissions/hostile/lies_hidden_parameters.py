"""It hides a trainable table by overriding parameters, named_parameters and state_dict.

kind: lies_about_equality
outcome: failed
where: SinusoidalPositionalEmbedding
score: <=99
"""

_RightSinusoidal = SinusoidalPositionalEmbedding


class SinusoidalPositionalEmbedding(_RightSinusoidal):
    def __init__(self, max_context_length, d_model):
        super().__init__(max_context_length, d_model)
        table = self.table
        del self.table
        self.table = nn.Parameter(table)

    def parameters(self, recurse=True):
        return iter(())

    def named_parameters(self, *args, **kwargs):
        return iter(())

    def state_dict(self, *args, **kwargs):
        return {}
