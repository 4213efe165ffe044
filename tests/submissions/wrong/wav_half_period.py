"""pi is used instead of 2*pi.

exercise: 4
misconception: wav_half_period
"""

import math

import torch


def wavelengths(d_model, base=10000.0):
    i = torch.arange(0, d_model, 2, dtype=torch.float64)
    freq = 1.0 / base ** (i / d_model)
    return math.pi / freq
