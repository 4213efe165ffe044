"""A background thread keeps changing every parameter of every module while the grader compares.

kind: poisons_state
outcome: passed|failed|raised|crashed|protocol
where: TokenEmbedding
score: <=100
varies: its thread changes numbers whenever it gets to run
"""

import gc
import threading
import time


def _meddle():
    while True:
        time.sleep(0.001)
        for item in gc.get_objects():
            if type(item) is nn.Parameter:
                item.data.add_(1.0)


_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def __init__(self, vocab_size, d_model):
        super().__init__(vocab_size, d_model)
        threading.Thread(target=_meddle, daemon=True).start()
