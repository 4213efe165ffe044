"""Right work whose destructor never comes back, so whoever drops the module waits.

kind: hangs
outcome: passed|timeout
where: TokenEmbedding
score: <=100
"""

import time

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def __del__(self):
        while True:
            time.sleep(1)
