"""It returns an object whose __array__ and iterator lead back to itself for ever.

kind: lies_about_equality
outcome: failed|raised|crashed
where: neighbour_cosine_curve
score: <=95
"""

import numpy


class _Ouroboros:
    def __array__(self, *args, **kwargs):
        return numpy.asarray(self)

    def __iter__(self):
        yield self

    def __len__(self):
        return 1

    def __getitem__(self, index):
        return self

    def tolist(self):
        return self


def neighbour_cosine_curve(table, max_offset=8):
    return _Ouroboros()
