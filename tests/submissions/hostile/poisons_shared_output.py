"""It returns a view of one buffer which it overwrites with zeros a moment after the answer.

kind: poisons_state
outcome: passed|failed
where: SinusoidalPositionalEmbedding
score: <=100
"""

import threading

_RightSinusoidal = SinusoidalPositionalEmbedding


class SinusoidalPositionalEmbedding(_RightSinusoidal):
    def forward(self, seq_len):
        rows = super().forward(seq_len).clone()
        threading.Timer(0.05, rows.zero_).start()
        return rows
