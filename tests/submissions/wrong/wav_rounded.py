"""The wavelengths are rounded to whole positions.

exercise: 4
misconception: wav_rounded
"""

import math


def wavelengths(d_model, base=10000.0):
    return [round(2 * math.pi * base ** (2 * k / d_model)) for k in range(d_model // 2)]
