"""The argument base is ignored: always 10000.

exercise: 4
misconception: wav_base_ignored
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * 10000.0 ** (2 * k / d_model) for k in range(d_model // 2)]
