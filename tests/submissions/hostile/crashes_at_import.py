"""It dies of a null pointer at import, after one right function.

kind: crashes
outcome: crashed
where: diagnostics.py
score: <=95
"""

import ctypes

_right_wavelengths = wavelengths


def wavelengths(d_model, base=10000.0):
    return _right_wavelengths(d_model, base)


ctypes.memset(0, 1, 1)
