"""k runs from 1.

exercise: 4
misconception: wav_k_from_one
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * k / d_model) for k in range(1, d_model // 2 + 1)]
