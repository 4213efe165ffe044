"""It raises SIGTERM in itself with the default handler.

kind: crashes
outcome: crashed|raised|exited
where: SinusoidalPositionalEmbedding
score: <=90
"""

import signal


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTERM)
        raise RuntimeError("still here")
