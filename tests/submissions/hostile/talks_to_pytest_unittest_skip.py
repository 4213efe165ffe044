"""It raises unittest.SkipTest, which pytest reads as a skip.

kind: talks_to_pytest
outcome: raised|failed
where: TiedLMHead
score: <=92
"""

import unittest


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()

    def forward(self, hidden):
        raise unittest.SkipTest("skipped")
