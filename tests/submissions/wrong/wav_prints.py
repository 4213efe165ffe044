"""The wavelengths are printed and not returned.

exercise: 4
misconception: none
"""

import math


def wavelengths(d_model, base=10000.0):
    for k in range(d_model // 2):
        print(k, 2 * math.pi * base ** (2 * k / d_model))
