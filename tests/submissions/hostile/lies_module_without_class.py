"""The name is no class but a dictionary that claims to be callable.

kind: lies_about_equality
outcome: failed|raised|missing
where: TokenEmbedding
score: <=96
"""


class _Menu(dict):
    @property
    def __class__(self):
        return type

    def __call__(self, *args):
        return self

    def __getattr__(self, name):
        return self


TokenEmbedding = _Menu()
