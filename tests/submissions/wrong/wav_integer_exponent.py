"""2 // d_model makes every exponent 0.

exercise: 4
misconception: wav_integer_exponent
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 // d_model * k) for k in range(d_model // 2)]
