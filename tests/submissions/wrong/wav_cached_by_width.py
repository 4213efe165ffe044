"""The result is kept by d_model only, so another base gets the first one's values.

exercise: 4
misconception: none|wav_base_ignored
"""

import math

_bands = {}


def wavelengths(d_model, base=10000.0):
    if d_model not in _bands:
        _bands[d_model] = [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]
    return _bands[d_model]
