"""It stops its own process with SIGSTOP, which neither runs nor dies.

kind: hangs
outcome: timeout|raised
where: SinusoidalPositionalEmbedding
score: <=90
"""

import os
import signal


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        while True:
            os.kill(os.getpid(), signal.SIGSTOP)
