"""It asks numpy for eight terabytes of ones.

kind: explodes
outcome: memory|raised|failed|crashed
where: wavelengths
score: <=97
"""

import numpy


def wavelengths(d_model, base=10000.0):
    return numpy.ones((10**6, 10**6)).sum(axis=0)[: d_model // 2]
