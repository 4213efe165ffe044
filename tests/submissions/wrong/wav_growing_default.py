"""A mutable default keeps the values of earlier calls.

exercise: 4
misconception: none
"""

import math


def wavelengths(d_model, base=10000.0, result=[]):
    for k in range(d_model // 2):
        result.append(2 * math.pi * base ** (2 * k / d_model))
    return result
