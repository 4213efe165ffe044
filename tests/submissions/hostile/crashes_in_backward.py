"""Right logits, but the backward pass crashes.

kind: crashes
outcome: crashed
where: TiedLMHead
score: <=99
"""

import ctypes

_RightHead = TiedLMHead


class TiedLMHead(_RightHead):
    def forward(self, hidden):
        logits = super().forward(hidden)
        if logits.requires_grad:
            logits.register_hook(lambda gradient: ctypes.string_at(0))
        return logits
