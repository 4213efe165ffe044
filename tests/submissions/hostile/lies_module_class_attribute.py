"""It returns an object that is no module but says so through __class__, and loops back on every attribute.

kind: lies_about_equality
outcome: failed|raised
where: TiedLMHead
score: <=92
"""


class TiedLMHead:
    def __init__(self, token_embedding):
        self.__dict__["fake"] = True

    @property
    def __class__(self):
        return nn.Module

    def __getattr__(self, name):
        return lambda *args, **kwargs: iter(())

    def __call__(self, hidden):
        return hidden
