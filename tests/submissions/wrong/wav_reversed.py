"""The longest wavelength comes first.

exercise: 4
misconception: wav_reversed
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * k / d_model) for k in reversed(range(d_model // 2))]
