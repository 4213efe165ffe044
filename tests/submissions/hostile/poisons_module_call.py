"""It patches Module.__call__ so that any module returns its input.

kind: poisons_state
outcome: failed|raised
where: TiedLMHead
score: <=92
"""

nn.Module.__call__ = lambda self, *args, **kwargs: args[0]


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
