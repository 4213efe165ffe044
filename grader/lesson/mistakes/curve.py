"""Known mistakes in neighbour_cosine_curve(table, max_offset)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import SupportsFloat, TypeAlias

import numpy as np

from ...checks.catalogue import Topic
from ...checks.draw import Floats
from ..formulas import cosine_curve


@dataclass(frozen=True)
class Curve:
    """What a student's function returned for one table.

    Args:
        answer: the list it returned, of any length.
        table: (L, D), the table it was given.
        max_offset: the largest offset it was given.
    """

    answer: Floats
    table: Floats
    max_offset: int

    @property
    def right(self) -> Floats:
        """The right curve, (max_offset,)."""
        return cosine_curve(self.table, self.max_offset)

    def per_offset(self, entry: Callable[[Floats, Floats], SupportsFloat]) -> Floats:
        """Return a curve (max_offset,) whose entry k is made from the row pairs that are k apart.

        Args:
            entry: makes one entry from the first (L-k, D) and the second (L-k, D) rows of the
                pairs.
        """
        offsets = range(1, self.max_offset + 1)
        return np.array([float(entry(self.table[:-k], self.table[k:])) for k in offsets])


# A mistake that can be made in two ways predicts two curves.
Predictor: TypeAlias = Callable[[Curve], Floats | tuple[Floats, Floats]]


def _explains(evidence: Curve, predict: Predictor) -> bool:
    predicted = predict(evidence)
    curves = predicted if isinstance(predicted, tuple) else (predicted,)
    return any(
        curve.shape == evidence.answer.shape
        and np.allclose(evidence.answer, curve, rtol=1e-4, atol=2e-5)
        for curve in curves
    )


CURVE: Topic[Curve, Predictor] = Topic("The function neighbour_cosine_curve", _explains)


def _dots(a: Floats, b: Floats) -> Floats:
    dots: Floats = np.sum(a * b, axis=1)
    return dots


def _lengths(a: Floats) -> Floats:
    lengths: Floats = np.linalg.norm(a, axis=1)
    return lengths


def _cosines(a: Floats, b: Floats) -> Floats:
    return _dots(a, b) / (_lengths(a) * _lengths(b))


@CURVE.entry
def cos_raw_dot(evidence: Curve) -> Floats:
    """These are dot products. Divide each by the lengths of both rows."""
    return evidence.per_offset(lambda a, b: np.mean(_dots(a, b)))


@CURVE.entry
def cos_offset_from_zero(evidence: Curve) -> Floats:
    """The first entry compares each row with itself, which is always 1. Start at offset 1."""
    # The list may have ended at the largest offset or after as many entries as were asked for.
    from_zero = np.concatenate([[1.0], evidence.right])
    return from_zero[: len(evidence.answer)]


@CURVE.entry
def cos_one_too_few(evidence: Curve) -> Floats:
    """The last offset is missing: range() leaves its end out."""
    return evidence.right[:-1]


@CURVE.entry
def cos_roll_wrap(evidence: Curve) -> Floats:
    """roll() pairs the last rows with the first ones. Only the L-k pairs inside the table count."""
    return np.array([np.mean(cosines) for cosines in _wrapped_cosines(evidence)])


def _wrapped_cosines(evidence: Curve) -> list[Floats]:
    """Return the L cosines of each offset if the rows past the end are those from the start."""
    offsets = range(1, evidence.max_offset + 1)
    return [_cosines(evidence.table, np.roll(evidence.table, -k, axis=0)) for k in offsets]


@CURVE.entry
def cos_no_zero_padding(evidence: Curve) -> Floats:
    """Without zero padding the FFT correlation is circular:
    it adds the pairs that wrap around the end.
    """
    L = len(evidence.table)
    per_offset = enumerate(_wrapped_cosines(evidence), start=1)
    return np.array([np.sum(cosines) / (L - k) for k, cosines in per_offset])


@CURVE.entry
def cos_wrong_axis(evidence: Curve) -> Floats:
    """The cosine is taken along the positions, column by column.
    The vectors are the rows: dim=1.
    """
    return evidence.per_offset(lambda a, b: np.mean(_cosines(a.T, b.T)))


@CURVE.entry
def cos_one_norm_twice(evidence: Curve) -> tuple[Floats, Floats]:
    """The same row's length divides twice. That goes unnoticed in the sinusoidal table, whose rows
    all have one length; divide by the lengths of both rows.
    """
    first_row = evidence.per_offset(lambda a, b: np.mean(_dots(a, b) / _lengths(a) ** 2))
    second_row = evidence.per_offset(lambda a, b: np.mean(_dots(a, b) / _lengths(b) ** 2))
    return first_row, second_row


@CURVE.entry
def cos_absolute(evidence: Curve) -> tuple[Floats, Floats]:
    """The cosines lost their sign. abs() hides that unrelated rows cancel to 0 on average."""
    before_the_mean = evidence.per_offset(lambda a, b: np.mean(np.abs(_cosines(a, b))))
    after_the_mean = np.abs(evidence.right)
    return before_the_mean, after_the_mean


@CURVE.entry
def cos_distance(evidence: Curve) -> Floats:
    """This is the cosine distance, 1 minus the similarity."""
    return 1 - evidence.right


@CURVE.entry
def cos_first_row_only(evidence: Curve) -> Floats:
    """Only position 0 is compared. That is enough for the sinusoid, where every position gives the
    same value, but not for a learned table: average over all p.
    """
    return evidence.per_offset(lambda a, b: _cosines(a[:1], b[:1])[0])


@CURVE.entry
def cos_euclidean(evidence: Curve) -> Floats:
    """These are distances between the unit rows, not cosines."""

    def distance(a: Floats, b: Floats) -> float:
        unit_a, unit_b = a / _lengths(a)[:, None], b / _lengths(b)[:, None]
        return float(np.mean(_lengths(unit_a - unit_b)))

    return evidence.per_offset(distance)


@CURVE.entry
def cos_squared_norm(evidence: Curve) -> Floats:
    """The rows are divided by the sum of squares. A length is its square root."""
    return evidence.per_offset(
        lambda a, b: np.mean(_dots(a, b) / (_lengths(a) ** 2 * _lengths(b) ** 2))
    )


@CURVE.entry
def cos_sum_not_mean(evidence: Curve) -> Floats:
    """These are sums over the pairs. Divide each by its L-k pairs."""
    return evidence.per_offset(lambda a, b: np.sum(_cosines(a, b)))


@CURVE.entry
def cos_clamped(evidence: Curve) -> tuple[Floats, Floats]:
    """Negative cosines were cut to 0, which lifts the average. Cosines may be negative."""
    before_the_mean = evidence.per_offset(lambda a, b: np.mean(np.maximum(_cosines(a, b), 0)))
    after_the_mean = np.maximum(evidence.right, 0)
    return before_the_mean, after_the_mean


@CURVE.entry
def cos_maximum(evidence: Curve) -> Floats:
    """This is the largest cosine of each offset. Average over the positions."""
    return evidence.per_offset(lambda a, b: np.max(_cosines(a, b)))


@CURVE.entry
def cos_median(evidence: Curve) -> tuple[Floats, Floats]:
    """This is the median of the cosines. The exercise asks for the mean."""
    # Of an even number of values, torch takes the lower of the middle two and numpy their mean.
    by_torch = evidence.per_offset(lambda a, b: np.sort(_cosines(a, b))[(len(a) - 1) // 2])
    by_numpy = evidence.per_offset(lambda a, b: np.median(_cosines(a, b)))
    return by_torch, by_numpy


@CURVE.entry
def cos_divided_by_length(evidence: Curve) -> Floats:
    """The sums are divided by L. There are only L-k pairs at offset k."""
    return evidence.per_offset(lambda a, b: np.sum(_cosines(a, b)) / len(evidence.table))


@CURVE.entry
def cos_centred(evidence: Curve) -> tuple[Floats, Floats]:
    """The mean was subtracted first, which makes this a correlation.
    Compare the rows as they are.
    """
    table = evidence.table
    mean_row = cosine_curve(table - table.mean(axis=0), evidence.max_offset)
    mean_of_each_row = cosine_curve(table - table.mean(axis=1, keepdims=True), evidence.max_offset)
    return mean_row, mean_of_each_row


@CURVE.entry
def cos_fixed_offsets(evidence: Curve) -> Floats:
    """The list always has 8 entries. max_offset says how many are wanted."""
    if evidence.max_offset == 8:
        return np.empty(0)  # Here 8 entries are right, so the mistake does not show.
    return cosine_curve(evidence.table, 8)
