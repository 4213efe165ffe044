"""The default base is 1000.

exercise: 4
misconception: none
"""

import math


def wavelengths(d_model, base=1000.0):
    return [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]
