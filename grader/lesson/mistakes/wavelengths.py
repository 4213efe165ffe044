"""Known mistakes in wavelengths(d_model, base)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...checks.catalogue import Topic
from ...checks.draw import Floats
from .. import formulas

Prediction: TypeAlias = Callable[[int, float], Floats]


@dataclass(frozen=True)
class Wavelengths:
    """The lists a student returned, by d_model, and the base asked for (None: the default)."""

    observed: Mapping[int, Floats]
    base: float | None = None


def _agrees(evidence: Wavelengths, predict: Prediction) -> bool:
    base = evidence.base or 10000.0
    return all(
        seen.shape == predict(width, base).shape
        and np.allclose(seen, predict(width, base), rtol=1e-4, atol=1e-12)
        for width, seen in evidence.observed.items()
    )


WAVELENGTHS: Topic[Wavelengths] = Topic("The function wavelengths", _agrees)


@WAVELENGTHS.entry(
    "wav_no_two_pi",
    "The factor 2*pi is missing: a sine of angular frequency w repeats after 2*pi/w positions.",
)
def _(_: Wavelengths) -> Prediction:
    return lambda width, base: formulas.wavelengths(width, base) / (2 * np.pi)


@WAVELENGTHS.entry(
    "wav_frequency",
    "These are the angular frequencies, which fall. The wavelengths are 2*pi divided by "
    "them, and grow.",
)
def _(_: Wavelengths) -> Prediction:
    return formulas.angular_frequencies


@WAVELENGTHS.entry(
    "wav_inverse",
    "These are cycles per position. A wavelength is the reciprocal: positions per cycle.",
)
def _(_: Wavelengths) -> Prediction:
    return lambda width, base: 1 / formulas.wavelengths(width, base)


@WAVELENGTHS.entry(
    "wav_per_column",
    "There is one entry per column. The sine and the cosine of a pair share one wavelength, so "
    "there are D/2.",
)
def _(evidence: Wavelengths) -> Prediction:
    def predict(width: int, base: float) -> Floats:
        paired = np.repeat(formulas.wavelengths(width, base), 2)
        seen = evidence.observed[width]
        same = seen.shape == paired.shape and np.allclose(seen, paired, rtol=1e-4)
        return paired if same else 2 * np.pi * base ** (np.arange(width) / width)

    return predict


@WAVELENGTHS.entry(
    "wav_reversed",
    "The longest wavelength comes first. Index 0 is the shortest, 2*pi; the lesson's sentence that "
    "low dimensions are coarse contradicts its own formula.",
)
def _(_: Wavelengths) -> Prediction:
    return lambda width, base: formulas.wavelengths(width, base)[::-1]


@WAVELENGTHS.entry(
    "wav_endpoint_inclusive",
    "The list runs up to 2*pi*base itself. The last exponent is (D-2)/D: the end point is "
    "never reached.",
)
def _(_: Wavelengths) -> Prediction:
    def predict(width: int, base: float) -> Floats:
        bands = width // 2
        return 2 * np.pi * base ** (np.arange(bands) / max(bands - 1, 1))

    return predict


@WAVELENGTHS.entry(
    "wav_integer_exponent",
    "Every entry is 2*pi: integer division made all exponents 0. Divide with /, not //.",
)
def _(_: Wavelengths) -> Prediction:
    return lambda width, base: np.full(width // 2, 2 * np.pi)


@WAVELENGTHS.entry(
    "wav_half_period",
    "All entries are half of what they should be: a full period is 2*pi, not pi.",
)
def _(_: Wavelengths) -> Prediction:
    return lambda width, base: formulas.wavelengths(width, base) / 2


@WAVELENGTHS.entry(
    "wav_k_from_one",
    "The band index starts at 1. The first band has k = 0 and wavelength exactly 2*pi.",
)
def _(_: Wavelengths) -> Prediction:
    return lambda width, base: 2 * np.pi * base ** (2 * np.arange(1, width // 2 + 1) / width)


@WAVELENGTHS.entry(
    "wav_rounded",
    "The entries are rounded. Wavelengths are not whole numbers of positions: return them as "
    "they are.",
)
def _(seen: Wavelengths) -> Prediction:
    whole = all(np.array_equal(values, np.round(values)) for values in seen.observed.values())

    def predict(width: int, base: float) -> Floats:
        right = formulas.wavelengths(width, base)
        values = seen.observed[width]
        close = whole and values.shape == right.shape and bool(np.all(np.abs(values - right) <= 1))
        return values if close else np.full(1, np.nan)

    return predict


@WAVELENGTHS.entry(
    "wav_fixed_dim",
    "The ratio between neighbours is that of D = 64 whatever the width. It is base**(2/D): for "
    "D = 32 that makes 1.778 instead of 1.334.",
)
def _(_: Wavelengths) -> Prediction:
    return lambda width, base: 2 * np.pi * base ** (2 * np.arange(width // 2) / 64)


@WAVELENGTHS.entry(
    "wav_base_ignored",
    "The argument base is not used: the result is that of 10000.",
)
def _(seen: Wavelengths) -> Prediction:
    other = seen.base not in (None, 10000.0)
    return lambda width, base: formulas.wavelengths(width) if other else np.full(1, np.nan)


@WAVELENGTHS.entry(
    "wav_exponent_half",
    "The exponent stops half way: the band index only runs to D/2, so it needs the factor 2 "
    "(2k/D).",
)
def _(_: Wavelengths) -> Prediction:
    return lambda width, base: 2 * np.pi * base ** (np.arange(width // 2) / width)
