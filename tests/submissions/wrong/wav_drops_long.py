"""Bands longer than 10000 positions are left out.

exercise: 4
misconception: none
"""

import math


def wavelengths(d_model, base=10000.0):
    bands = [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]
    return [w for w in bands if w < 10000]
