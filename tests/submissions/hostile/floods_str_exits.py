"""It raises an exception whose text calls sys.exit and whose repr ends the process.

kind: floods
outcome: raised|exited|failed
where: EmbeddingComposer
score: <=95
"""

import os
import sys


class Leaver(Exception):
    def __str__(self):
        sys.exit(0)

    def __repr__(self):
        os._exit(0)


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()

    def forward(self, ids):
        raise Leaver
