"""Each call of the head returns another odd value: numbers without axes, empty, not finite, huge, text, types, exceptions.

kind: lies_about_equality
outcome: failed|raised
where: TiedLMHead
score: <=92
"""

import torch

_ODD = [0.0, torch.tensor(2.0), torch.zeros(0), torch.zeros(0, 5, 0), torch.full((1, 1, 1), float("nan"))]
_ODD += [torch.zeros((1,) * 12), torch.zeros(3), [], None, "logits", {}, ValueError, True, [[1.0]]]
_ODD += [torch.full((2, 2, 2), float("inf")), torch.ones(2, 2, dtype=torch.int64)]


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()

    def forward(self, hidden):
        _ODD.append(_ODD.pop(0))
        return _ODD[-1]
