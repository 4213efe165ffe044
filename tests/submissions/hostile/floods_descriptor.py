"""Right work that writes up to two gigabytes straight to descriptors 1 and 2.

kind: floods
outcome: flooded|passed|timeout|raised
where: wavelengths
score: <=100
"""

import os

_right_wavelengths = wavelengths


def wavelengths(d_model, base=10000.0):
    chunk = b"y" * (1 << 20)
    for number in range(2048):
        os.write(1 + number % 2, chunk)
    return _right_wavelengths(d_model, base)
