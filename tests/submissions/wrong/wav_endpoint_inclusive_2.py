"""The exponent divides by D/2-1.

exercise: 4
misconception: wav_endpoint_inclusive
"""

import math


def wavelengths(d_model, base=10000.0):
    half = d_model // 2
    return [2 * math.pi * base ** (k / max(half - 1, 1)) for k in range(half)]
