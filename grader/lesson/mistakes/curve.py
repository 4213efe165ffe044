"""Known mistakes in neighbour_cosine_curve(table, max_offset)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...checks.catalogue import Topic
from ...checks.draw import Floats
from ..formulas import cosine_curve


@dataclass(frozen=True)
class Curve:
    """What a student returned for a table (L, D) and a largest offset."""

    seen: Floats
    table: Floats
    max_offset: int

    @property
    def right(self) -> Floats:
        """The right curve."""
        return cosine_curve(self.table, self.max_offset)

    def per_offset(self, mean: Callable[[Floats, Floats], float]) -> Floats:
        """Return a curve made from the rows (L-k, D) that are k apart."""
        offsets = range(1, self.max_offset + 1)
        return np.array([mean(self.table[:-k], self.table[k:]) for k in offsets])


def _agrees(evidence: Curve, predicted: Floats) -> bool:
    return predicted.shape == evidence.seen.shape and np.allclose(
        evidence.seen, predicted, rtol=1e-4, atol=2e-5
    )


CURVE: Topic[Curve] = Topic("The function neighbour_cosine_curve", _agrees)


def _dots(a: Floats, b: Floats) -> Floats:
    dots: Floats = np.sum(a * b, axis=1)
    return dots


def _lengths(a: Floats) -> Floats:
    lengths: Floats = np.linalg.norm(a, axis=1)
    return lengths


def _cosines(a: Floats, b: Floats) -> Floats:
    return _dots(a, b) / (_lengths(a) * _lengths(b))


@CURVE.entry("cos_raw_dot", "These are dot products. Divide each by the lengths of both rows.")
def _(curve: Curve) -> Floats:
    return curve.per_offset(lambda a, b: float(np.mean(_dots(a, b))))


@CURVE.entry(
    "cos_offset_from_zero",
    "The first entry compares each row with itself, which is always 1. Start at offset 1.",
)
def _(curve: Curve) -> Floats:
    shifted = np.concatenate([[1.0], curve.right])
    return shifted[: len(curve.seen)]


@CURVE.entry(
    "cos_one_too_few",
    "The last offset is missing: range() leaves its end out.",
)
def _(curve: Curve) -> Floats:
    return curve.right[:-1]


@CURVE.entry(
    "cos_roll_wrap",
    "roll() pairs the last rows with the first ones. Only the L-k pairs inside the table count.",
)
def _(curve: Curve) -> Floats:
    offsets = range(1, curve.max_offset + 1)
    return np.array(
        [np.mean(_cosines(curve.table, np.roll(curve.table, -k, axis=0))) for k in offsets]
    )


@CURVE.entry(
    "cos_no_zero_padding",
    "Without zero padding the FFT correlation is circular: it adds the pairs that wrap "
    "around the end.",
)
def _(curve: Curve) -> Floats:
    offsets = range(1, curve.max_offset + 1)
    return np.array(
        [
            np.sum(_cosines(curve.table, np.roll(curve.table, -k, axis=0))) / (len(curve.table) - k)
            for k in offsets
        ]
    )


@CURVE.entry(
    "cos_wrong_axis",
    "The cosine is taken along the positions, column by column. The vectors are the rows: dim=1.",
)
def _(curve: Curve) -> Floats:
    return curve.per_offset(lambda a, b: float(np.mean(_cosines(a.T, b.T))))


def _one_norm(curve: Curve) -> list[Floats]:
    return [
        curve.per_offset(lambda a, b: float(np.mean(_dots(a, b) / _lengths(a) ** 2))),
        curve.per_offset(lambda a, b: float(np.mean(_dots(a, b) / _lengths(b) ** 2))),
    ]


@CURVE.entry(
    "cos_one_norm_twice",
    "The same row's length divides twice. That goes unnoticed in the sinusoidal table, whose rows "
    "all have one length; divide by the lengths of both rows.",
)
def _(curve: Curve) -> Floats:
    first, second = _one_norm(curve)
    return first if _agrees(curve, first) else second


@CURVE.entry(
    "cos_absolute",
    "The cosines lost their sign. abs() hides that unrelated rows cancel to 0 on average.",
)
def _(curve: Curve) -> Floats:
    of_each = curve.per_offset(lambda a, b: float(np.mean(np.abs(_cosines(a, b)))))
    return of_each if _agrees(curve, of_each) else np.abs(curve.right)


@CURVE.entry("cos_distance", "This is the cosine distance, 1 minus the similarity.")
def _(curve: Curve) -> Floats:
    return 1 - curve.right


@CURVE.entry(
    "cos_first_row_only",
    "Only position 0 is compared. That is enough for the sinusoid, where every position gives the "
    "same value, but not for a learned table: average over all p.",
)
def _(curve: Curve) -> Floats:
    return curve.per_offset(lambda a, b: float(_cosines(a[:1], b[:1])[0]))


@CURVE.entry(
    "cos_euclidean",
    "These are distances between the unit rows, not cosines.",
)
def _(curve: Curve) -> Floats:
    def distance(a: Floats, b: Floats) -> float:
        unit_a, unit_b = a / _lengths(a)[:, None], b / _lengths(b)[:, None]
        return float(np.mean(_lengths(unit_a - unit_b)))

    return curve.per_offset(distance)


@CURVE.entry(
    "cos_squared_norm",
    "The rows are divided by the sum of squares. A length is its square root.",
)
def _(curve: Curve) -> Floats:
    return curve.per_offset(
        lambda a, b: float(np.mean(_dots(a, b) / (_lengths(a) ** 2 * _lengths(b) ** 2)))
    )


@CURVE.entry("cos_sum_not_mean", "These are sums over the pairs. Divide each by its L-k pairs.")
def _(curve: Curve) -> Floats:
    return curve.per_offset(lambda a, b: float(np.sum(_cosines(a, b))))


@CURVE.entry(
    "cos_clamped",
    "Negative cosines were cut to 0, which lifts the average. Cosines may be negative.",
)
def _(curve: Curve) -> Floats:
    of_each = curve.per_offset(lambda a, b: float(np.mean(np.maximum(_cosines(a, b), 0))))
    return of_each if _agrees(curve, of_each) else np.maximum(curve.right, 0)


@CURVE.entry(
    "cos_maximum", "This is the largest cosine of each offset. Average over the positions."
)
def _(curve: Curve) -> Floats:
    return curve.per_offset(lambda a, b: float(np.max(_cosines(a, b))))


@CURVE.entry("cos_median", "This is the median of the cosines. The exercise asks for the mean.")
def _(curve: Curve) -> Floats:
    def lower_median(a: Floats, b: Floats) -> float:  # torch takes the lower of the middle two
        return float(np.sort(_cosines(a, b))[(len(a) - 1) // 2])

    lower = curve.per_offset(lower_median)
    middle = curve.per_offset(lambda a, b: float(np.median(_cosines(a, b))))
    return lower if _agrees(curve, lower) else middle


@CURVE.entry(
    "cos_divided_by_length",
    "The sums are divided by L. There are only L-k pairs at offset k.",
)
def _(curve: Curve) -> Floats:
    return curve.per_offset(lambda a, b: float(np.sum(_cosines(a, b)) / len(curve.table)))


@CURVE.entry(
    "cos_centred",
    "The mean was subtracted first, which makes this a correlation. Compare the rows as they are.",
)
def _(curve: Curve) -> Floats:
    centred = curve.table - curve.table.mean(axis=0)
    by_rows = curve.table - curve.table.mean(axis=1, keepdims=True)
    first = cosine_curve(centred, curve.max_offset)
    return first if _agrees(curve, first) else cosine_curve(by_rows, curve.max_offset)


@CURVE.entry(
    "cos_fixed_offsets",
    "The list always has 8 entries. max_offset says how many are wanted.",
)
def _(curve: Curve) -> Floats:
    return cosine_curve(curve.table, 8) if curve.max_offset != 8 else np.empty(0)
