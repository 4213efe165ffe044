"""The ratio between neighbours is hard-coded for D = 64.

exercise: 4
misconception: wav_fixed_dim
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (2 * k / 64) for k in range(d_model // 2)]
