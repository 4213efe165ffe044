"""Right work whose destructor calls sys.exit and prints.

kind: leaves_in_call
outcome: passed
where: TokenEmbedding
score: ==100
"""

import sys

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def __del__(self):
        print("goodbye")
        sys.exit(3)
