"""It returns a numpy subclass of one number whose shape, size and length claim many.

kind: lies_about_equality
outcome: failed|raised|protocol
where: wavelengths
score: <=97
"""

import numpy


class _Tall(numpy.ndarray):
    @property
    def shape(self):
        return (10**6, 10**6)

    @property
    def size(self):
        return 1

    @property
    def dtype(self):
        return "float32"

    def __len__(self):
        return 10**6


def wavelengths(d_model, base=10000.0):
    return numpy.ones(1).view(_Tall)
