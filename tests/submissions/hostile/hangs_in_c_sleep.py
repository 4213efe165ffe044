"""It sleeps in C while it holds the interpreter lock, so no Python thread can wake it.

kind: hangs
outcome: timeout
where: TiedLMHead
score: <=92
"""

import ctypes


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()

    def forward(self, hidden):
        ctypes.PyDLL(None).sleep(3600)
        return hidden
