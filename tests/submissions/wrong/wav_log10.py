"""The logarithm of the base is taken to base 10 and put into exp.

exercise: 4
misconception: none
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * math.exp(2 * k / d_model * math.log10(base)) for k in range(d_model // 2)]
