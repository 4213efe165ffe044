"""It puts the environment, the command line and the paths of the process into its error message.

kind: steals
outcome: raised
where: TokenEmbedding
score: <=96
"""

import os
import sys


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        secret = os.environ.get("GRADER_HOSTILE_SECRET", "nothing")
        raise RuntimeError(f"{secret} {dict(os.environ)} {sys.argv} {sys.orig_argv} {os.getcwd()}")
