"""Each wavelength is 1.3335 times the one before, whatever the width is.

exercise: 4
misconception: wav_fixed_dim
"""

import math


def wavelengths(d_model, base=10000.0):
    result = [2 * math.pi]
    ratio = base ** (1 / 32)
    while len(result) < d_model // 2:
        result.append(result[-1] * ratio)
    return result
