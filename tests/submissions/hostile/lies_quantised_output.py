"""It returns the table as a quantised tensor with coarse steps.

kind: lies_about_equality
outcome: failed|raised
where: SinusoidalPositionalEmbedding
score: <=95
"""

_RightSinusoidal = SinusoidalPositionalEmbedding


class SinusoidalPositionalEmbedding(_RightSinusoidal):
    def forward(self, seq_len):
        rows = super().forward(seq_len)
        return torch.quantize_per_tensor(rows, 0.25, 0, torch.qint8)
