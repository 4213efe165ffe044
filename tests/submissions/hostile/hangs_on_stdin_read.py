"""Right work that first reads all of standard input: it is empty, so nothing waits.

kind: hangs
outcome: passed
where: wavelengths
score: ==100
"""

import os
import sys

_right_wavelengths = wavelengths


def wavelengths(d_model, base=10000.0):
    try:
        sys.stdin.read()
        os.read(0, 100)
    except (OSError, AttributeError, ValueError):
        pass
    return _right_wavelengths(d_model, base)
