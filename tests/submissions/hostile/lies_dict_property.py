"""It hides a trainable table behind a __dict__ property that shows an empty registry.

kind: lies_about_equality
outcome: failed
where: SinusoidalPositionalEmbedding
score: <=99
"""

_RightSinusoidal = SinusoidalPositionalEmbedding
_REAL = nn.Module.__dict__["__dict__"]


class SinusoidalPositionalEmbedding(_RightSinusoidal):
    def __init__(self, max_context_length, d_model):
        super().__init__(max_context_length, d_model)
        self.weight = nn.Parameter(self.table.clone())
        self.hiding = True

    @property
    def __dict__(self):
        real = _REAL.__get__(self)
        return {**real, "_parameters": {}} if real.get("hiding") else real

    def forward(self, seq_len):
        super().forward(seq_len)
        return _REAL.__get__(self)["_parameters"]["weight"][:seq_len]
