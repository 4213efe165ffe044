"""It kills itself with SIGKILL, which looks like what the grader does to a late worker.

kind: crashes
outcome: crashed|exited|raised
where: EmbeddingComposer
score: <=95
"""

import os
import signal


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()

    def forward(self, ids):
        os.kill(os.getpid(), signal.SIGKILL)
        raise RuntimeError("still here")
