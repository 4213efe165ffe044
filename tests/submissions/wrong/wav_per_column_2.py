"""D entries, one for every column number, without the pairing.

exercise: 4
misconception: wav_per_column
"""

import math


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * base ** (k / d_model) for k in range(d_model)]
