"""The logarithms of the wavelengths are returned.

exercise: 4
misconception: none
"""

import math


def wavelengths(d_model, base=10000.0):
    return [math.log(2 * math.pi) + math.log(base) * 2 * k / d_model for k in range(d_model // 2)]
