"""One entry per column instead of per pair.

exercise: 4
misconception: wav_per_column
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * (k // 2) / d_model) for k in range(d_model)]
