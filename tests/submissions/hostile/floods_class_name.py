"""It raises an exception whose class name is markup, escapes and a megabyte long, under a metaclass that lies.

kind: floods
outcome: raised
where: wavelengths
score: <=97
"""


class _Namer(type):
    @property
    def __name__(cls):
        return "<script>alert(1)</script>\x1b[2J" + "n" * (1 << 20)

    @property
    def __module__(cls):
        return 42


class Named(Exception, metaclass=_Namer):
    pass


def wavelengths(d_model, base=10000.0):
    raise Named("look at my name")
