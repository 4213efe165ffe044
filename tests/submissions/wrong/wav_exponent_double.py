"""The index already steps by 2 and is doubled again.

exercise: 4
misconception: none
"""

import math

import torch


def wavelengths(d_model, base=10000.0):
    i = torch.arange(0, d_model, 2, dtype=torch.float64)
    freq = 1.0 / base ** (2 * i / d_model)
    return 2 * math.pi / freq
