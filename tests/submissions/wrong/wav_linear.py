"""The wavelengths grow in equal steps between the right ends.

exercise: 4
misconception: none
"""

import math

import torch


def wavelengths(d_model, base=10000.0):
    last = 2 * math.pi * base ** ((d_model - 2) / d_model)
    return torch.linspace(2 * math.pi, last, d_model // 2)
