"""A right file that makes numpy raise on every oddity, and changes decimal, locale and digit limits.

kind: poisons_state
outcome: passed
where: diagnostics.py, wavelengths
score: ==100
"""

import decimal
import locale
import sys

import numpy

numpy.seterr(all="raise")
numpy.set_printoptions(precision=1, threshold=3)
decimal.getcontext().prec = 2
locale.setlocale(locale.LC_ALL, "C")
sys.set_int_max_str_digits(640)
_right_wavelengths = wavelengths


def wavelengths(d_model, base=10000.0):
    return numpy.asarray(_right_wavelengths(d_model, base))
