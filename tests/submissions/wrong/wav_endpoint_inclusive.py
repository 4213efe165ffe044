"""A geometric row from 2*pi to 2*pi*base with both ends.

exercise: 4
misconception: wav_endpoint_inclusive
"""

import numpy as np


def wavelengths(d_model, base=10000.0):
    return np.geomspace(2 * np.pi, 2 * np.pi * base, d_model // 2)
