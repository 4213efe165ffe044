"""Formatted strings are returned.

exercise: 4
misconception: none
"""

import math


def wavelengths(d_model, base=10000.0):
    return [f"{2 * math.pi * base ** (2 * k / d_model):.2f}" for k in range(d_model // 2)]
