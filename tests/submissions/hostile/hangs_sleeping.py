"""It sleeps for an hour.

kind: hangs
outcome: timeout
where: wavelengths
score: <=97
"""

import time


def wavelengths(d_model, base=10000.0):
    time.sleep(3600)
    return [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]
