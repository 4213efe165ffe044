"""It returns an object whose __array__, __len__ and __float__ raise SystemExit.

kind: lies_about_equality
outcome: failed|raised|exited
where: wavelengths
score: <=97
"""


class _Touchy:
    def _leave(self, *args, **kwargs):
        raise SystemExit("do not touch")

    __array__ = __len__ = __iter__ = __float__ = __getitem__ = __eq__ = _leave
    __array_interface__ = property(_leave)


def wavelengths(d_model, base=10000.0):
    return _Touchy()
