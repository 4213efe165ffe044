"""The exponent divides by D-2.

exercise: 4
misconception: wav_endpoint_inclusive
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * k / max(d_model - 2, 1)) for k in range(d_model // 2)]
