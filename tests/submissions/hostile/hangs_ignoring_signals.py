"""It ignores and blocks every signal and loops, so that only SIGKILL ends it.

kind: hangs
outcome: timeout
where: EmbeddingComposer
score: <=95
"""

import signal


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()

    def forward(self, ids):
        for number in signal.valid_signals():
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            pass
