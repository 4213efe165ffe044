"""It raises an exception whose metaclass raises on every attribute, with fake bases and a lying mro.

kind: floods
outcome: raised
where: wavelengths
score: <=97
"""


class _Closed(type):
    def __getattribute__(cls, name):
        raise SystemExit(name)

    def mro(cls):
        return [cls, NotImplementedError, RuntimeError, Exception, BaseException, object]


class Walled(NotImplementedError, metaclass=_Closed):
    @property
    def __class__(self):
        raise KeyboardInterrupt

    @property
    def __traceback__(self):
        raise SystemExit(0)


def wavelengths(d_model, base=10000.0):
    raise Walled("no way in")
