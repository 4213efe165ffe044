"""Two threads wait for each other's lock for ever.

kind: hangs
outcome: timeout
where: LearnedPositionalEmbedding
score: <=95
"""

import threading

_first, _second = threading.Lock(), threading.Lock()


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        barrier = threading.Barrier(2)

        def take(one, other):
            with one:
                barrier.wait()
                with other:
                    pass

        threads = [
            threading.Thread(target=take, args=(_first, _second)),
            threading.Thread(target=take, args=(_second, _first)),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
