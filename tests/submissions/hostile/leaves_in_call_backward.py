"""Right logits, but the backward pass raises SystemExit out of a tensor hook.

kind: leaves_in_call
outcome: exited|raised
where: TiedLMHead
score: <=99
"""

_RightHead = TiedLMHead


def _leave(gradient):
    raise SystemExit(0)


class TiedLMHead(_RightHead):
    def forward(self, hidden):
        logits = super().forward(hidden)
        if logits.requires_grad:
            logits.register_hook(_leave)
        return logits
