"""It overrides __call__ to return zeros while its forward method is right.

kind: lies_about_equality
outcome: failed
where: TiedLMHead
score: <=92
"""

import torch

_RightHead = TiedLMHead


class TiedLMHead(_RightHead):
    def __call__(self, hidden):
        return torch.zeros(*hidden.shape[:-1], self.projection.out_features)
