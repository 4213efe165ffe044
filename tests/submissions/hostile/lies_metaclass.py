"""Its class has a metaclass that agrees with everything and whose instances are sums of nothing.

kind: lies_about_equality
outcome: failed|raised
where: EmbeddingComposer
score: <=95
"""


class _Flatterer(type):
    def __instancecheck__(cls, instance):
        return True

    def __subclasscheck__(cls, other):
        return True

    def __eq__(cls, other):
        return True

    def __call__(cls, *args):
        return lambda ids: ids

    __hash__ = type.__hash__


class EmbeddingComposer(metaclass=_Flatterer):
    pass
