"""It asks faulthandler for a segmentation fault in the forward pass.

kind: crashes
outcome: crashed
where: TiedLMHead
score: <=92
"""

import faulthandler


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()

    def forward(self, hidden):
        faulthandler._sigsegv()
