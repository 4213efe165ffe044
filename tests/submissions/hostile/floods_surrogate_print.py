"""Right work that prints surrogates, NUL and raw bytes, and tolerates that a stream refuses them.

kind: floods
outcome: passed
where: TokenEmbedding
score: ==100
"""

import sys

_RightToken = TokenEmbedding


class TokenEmbedding(_RightToken):
    def forward(self, ids):
        for text in ("\ud800", "\x00", "\x1b[2J", "\U0001f600", "\udc80"):
            try:
                print(text, flush=True)
                sys.stdout.buffer.write(b"\xff\xfe\x00")
            except (UnicodeError, AttributeError, OSError, TypeError):
                pass
        return super().forward(ids)
