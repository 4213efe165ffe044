"""Right work, but a sequence that is too long is answered with sys.exit instead of ValueError.

kind: leaves_in_call
outcome: exited|raised
where: SinusoidalPositionalEmbedding
score: <=99
"""

import sys

_RightSinusoidal = SinusoidalPositionalEmbedding


class SinusoidalPositionalEmbedding(_RightSinusoidal):
    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            sys.exit(f"sequence of {seq_len} is too long")
        return super().forward(seq_len)
