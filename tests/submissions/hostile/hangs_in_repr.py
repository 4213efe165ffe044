"""It returns an object whose repr, str, length and hash never come back.

kind: hangs
outcome: timeout|raised|failed
where: wavelengths
score: <=97
"""


class _Bottomless:
    def _loop(self, *args):
        while True:
            pass

    __repr__ = __str__ = __len__ = __hash__ = __iter__ = __float__ = __array__ = __eq__ = _loop


def wavelengths(d_model, base=10000.0):
    return _Bottomless()
