"""The exponent is k/D.

exercise: 4
misconception: wav_exponent_half
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (k / d_model) for k in range(d_model // 2)]
