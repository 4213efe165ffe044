"""It forks in its constructor and lets the child outlive the test.

kind: multiplies
outcome: raised
where: TokenEmbedding
score: <=96
"""

import os
import time


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
        raise SystemExit("the fork was not refused")
