"""Sixty-four threads each allocate as fast as they can.

kind: explodes
outcome: memory|crashed|raised|failed|timeout
where: TiedLMHead
score: <=92
"""

import threading


def _gorge():
    hoard = []
    while True:
        hoard.append(bytearray(8 << 20))


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        threads = [threading.Thread(target=_gorge, daemon=True) for _ in range(64)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        raise MemoryError
