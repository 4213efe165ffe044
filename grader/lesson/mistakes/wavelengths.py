"""Known mistakes in wavelengths(d_model, base)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...checks.catalogue import Topic
from ...checks.draw import Floats, Ints
from ..formulas import angular_frequencies, wavelengths


@dataclass(frozen=True)
class Wavelengths:
    """The lists that a student's function returned; a mistake must explain every one of them.

    Args:
        answers: the list it returned for each d_model, of any length, in positions.
        base: the base it was given, or None if the base was left to its default.
    """

    answers: Mapping[int, Floats]
    base: float | None = None

    @property
    def lists(self) -> list[BandList]:
        """Each list together with its arguments."""
        base = 10000.0 if self.base is None else self.base
        return [BandList(answer, width, base) for width, answer in self.answers.items()]


@dataclass(frozen=True)
class BandList:
    """One list that a student's function returned.

    Args:
        answer: the list.
        width: D, the function's argument d_model.
        base: the function's other argument.
    """

    answer: Floats
    width: int
    base: float

    @property
    def right(self) -> Floats:
        """The right list, (D/2,)."""
        return wavelengths(self.width, self.base)

    @property
    def k(self) -> Ints:
        """The indices of the bands, 0 to D/2-1."""
        return np.arange(self.width // 2)


# Predict one list, or tell directly whether the mistake explains it. A mistake that can be made in
# two ways predicts two lists.
Predictor: TypeAlias = Callable[[BandList], Floats | tuple[Floats, Floats] | bool]


def _explains(evidence: Wavelengths, predict: Predictor) -> bool:
    return all(_fits(bands.answer, predict(bands)) for bands in evidence.lists)


def _fits(answer: Floats, predicted: Floats | tuple[Floats, Floats] | bool) -> bool:
    if isinstance(predicted, bool):
        return predicted
    if isinstance(predicted, tuple):
        return any(_fits(answer, way) for way in predicted)
    return answer.shape == predicted.shape and np.allclose(answer, predicted, rtol=1e-4, atol=1e-12)


WAVELENGTHS: Topic[Wavelengths, Predictor] = Topic("The function wavelengths", _explains)


@WAVELENGTHS.entry
def wav_no_two_pi(bands: BandList) -> Floats:
    """The factor 2*pi is missing: a sine of angular frequency w repeats after 2*pi/w positions."""
    return bands.right / (2 * np.pi)


@WAVELENGTHS.entry
def wav_frequency(bands: BandList) -> Floats:
    """These are the angular frequencies, which fall.
    The wavelengths are 2*pi divided by them, and grow.
    """
    return angular_frequencies(bands.width, bands.base)


@WAVELENGTHS.entry
def wav_inverse(bands: BandList) -> Floats:
    """These are cycles per position. A wavelength is the reciprocal: positions per cycle."""
    return 1 / bands.right


@WAVELENGTHS.entry
def wav_per_column(bands: BandList) -> tuple[Floats, Floats]:
    """There is one entry per column.
    The sine and the cosine of a pair share one wavelength, so there are D/2.
    """
    repeated = np.repeat(bands.right, 2)
    exponents_without_pairs = 2 * np.pi * bands.base ** (np.arange(bands.width) / bands.width)
    return repeated, exponents_without_pairs


@WAVELENGTHS.entry
def wav_reversed(bands: BandList) -> Floats:
    """The longest wavelength comes first. Index 0 is the shortest, 2*pi;
    the lesson's sentence that low dimensions are coarse contradicts its own formula.
    """
    return bands.right[::-1]


@WAVELENGTHS.entry
def wav_endpoint_inclusive(bands: BandList) -> Floats:
    """The list runs up to 2*pi*base itself.
    The last exponent is (D-2)/D: the end point is never reached.
    """
    last = max(bands.width // 2 - 1, 1)
    return 2 * np.pi * bands.base ** (bands.k / last)


@WAVELENGTHS.entry
def wav_integer_exponent(bands: BandList) -> Floats:
    """Every entry is 2*pi: integer division made all exponents 0. Divide with /, not //."""
    return np.full(bands.width // 2, 2 * np.pi)


@WAVELENGTHS.entry
def wav_half_period(bands: BandList) -> Floats:
    """All entries are half of what they should be: a full period is 2*pi, not pi."""
    return bands.right / 2


@WAVELENGTHS.entry
def wav_k_from_one(bands: BandList) -> Floats:
    """The band index starts at 1. The first band has k = 0 and wavelength exactly 2*pi."""
    return 2 * np.pi * bands.base ** (2 * (bands.k + 1) / bands.width)


@WAVELENGTHS.entry
def wav_rounded(bands: BandList) -> bool:
    """The entries are rounded.
    Wavelengths are not whole numbers of positions: return them as they are.
    """
    answer, right = bands.answer, bands.right
    is_whole = np.array_equal(answer, np.round(answer))
    # Rounding down and rounding up are off by up to 1.
    return is_whole and answer.shape == right.shape and bool(np.all(np.abs(answer - right) <= 1))


@WAVELENGTHS.entry
def wav_fixed_dim(bands: BandList) -> Floats:
    """The ratio between neighbours is that of D = 64 whatever the width.
    It is base**(2/D): for D = 32 that makes 1.778 instead of 1.334.
    """
    return 2 * np.pi * bands.base ** (2 * bands.k / 64)


@WAVELENGTHS.entry
def wav_base_ignored(bands: BandList) -> Floats | bool:
    """The argument base is not used: the result is that of 10000."""
    if bands.base == 10000.0:
        return False  # Here the mistake does not show.
    return wavelengths(bands.width)


@WAVELENGTHS.entry
def wav_exponent_half(bands: BandList) -> Floats:
    """The exponent stops half way:
    the band index only runs to D/2, so it needs the factor 2 (2k/D).
    """
    return 2 * np.pi * bands.base ** (bands.k / bands.width)
