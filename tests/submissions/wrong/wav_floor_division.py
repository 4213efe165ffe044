"""The exponent 2*k // d_model is always 0.

exercise: 4
misconception: wav_integer_exponent
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * k // d_model) for k in range(d_model // 2)]
