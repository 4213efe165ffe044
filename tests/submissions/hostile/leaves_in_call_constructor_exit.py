"""The constructor ends the process.

kind: leaves_in_call
outcome: exited
where: TiedLMHead
score: <=92
"""

import os


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        os._exit(17)
